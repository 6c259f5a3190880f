import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canRun, onNode } from "../../tests/kit/launch.ts";
import { installPeers, type Libraries, type Peers } from "./peers.ts";

/** A server to be started and measured. */
export interface Candidate {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Variables beside the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answers anything with an empty result: the least that there can be. */
  readonly bare?: true;
  /** Gives back what it is sent: what is measured of it, the client costs. */
  readonly echoes?: true;
}

/** The floors, ourselves, and whoever else is there. */
export interface Candidates {
  readonly bareDeno: Candidate;
  /** The same on web streams, as ours is: part of what a start costs. */
  readonly streamsDeno: Candidate;
  /** The bare one over HTTP, as long as the answer of a tool. */
  readonly bareHttpDeno: Candidate;
  readonly oursDeno: Candidate;
  /** Absent without Node. */
  readonly bareNode?: Candidate;
  /** Absent without Node. */
  readonly bareHttpNode?: Candidate;
  /** Absent without Node. */
  readonly oursNode?: Candidate;
  /** Absent without npm, without the registry, or when not wanted. */
  readonly peers?: PeerCandidates;
  /** Absent like the peers: what is called on Node, not started. */
  readonly libraries?: Libraries;
  /** Why something is absent. */
  readonly absent: ReadonlyMap<string, string>;
}

/** The other products. */
export interface PeerCandidates {
  readonly sdk1Deno: Candidate;
  readonly sdk1Node: Candidate;
  /** The official SDK without its comfortable half. */
  readonly sdk1LowDeno: Candidate;
  /** The same. */
  readonly sdk1LowNode: Candidate;
  readonly sdk2Deno: Candidate;
  readonly sdk2Node: Candidate;
  readonly fastmcpDeno: Candidate;
  readonly fastmcpNode: Candidate;
  /** Over HTTP: not among those that are asked over pipes. */
  readonly sdk2HttpDeno: Candidate;
  readonly sdk2HttpNode: Candidate;
}

/** Options of {@linkcode findCandidates}. */
export interface FindOptions {
  /** Measure other products too; they are installed from npm. */
  readonly peers: boolean;
  /** Tells a person what is going on. */
  progress(line: string): void;
}

/**
 * Not a server: whatever it takes the client to start it, to write to it and to
 * read from it, that much of every other figure is the client's at most.
 */
export const ECHO: Candidate = {
  name: "the client and cat",
  command: ["cat"],
  echoes: true,
};

/** Builds and installs what there is to measure, from the source as it is. */
export async function findCandidates(
  options: FindOptions,
): Promise<Candidates> {
  const absent = new Map<string, string>();
  const deno = (name: string, ...args: string[]): Candidate => ({
    name,
    command: [Deno.execPath(), "run", "-A", ...args],
  });
  const floor = {
    bareDeno: bare(deno("bare Deno", await outside("bare_deno.ts"))),
    streamsDeno: bare(
      deno("bare Deno, web streams", await outside("streams_deno.ts")),
    ),
    bareHttpDeno: deno("bare Deno", await outside("bare_http.mjs")),
    oursDeno: deno("ours, Deno", path("../../mod.ts"), "--stdio"),
    absent,
  };
  if (!await canRun("node")) {
    absent.set("node", "no node on PATH");
    return floor;
  }
  // Not what `npm/` holds: that may be of another day.
  const { command } = await onNode();
  const peers = options.peers
    ? await installPeers(options.progress)
    : "not asked for";
  if (typeof peers === "string") absent.set("peers", peers);
  return {
    ...floor,
    bareNode: bare(node("bare node", path("fixtures/bare_node.mjs"))),
    bareHttpNode: node("bare node", path("fixtures/bare_http.mjs")),
    oursNode: { name: "ours, node", command: [...command, "--stdio"] },
    ...typeof peers !== "string" && {
      peers: peerCandidates(peers, deno),
      libraries: peers.libraries,
    },
  };
}

/** The client alone, then all of them, floors first. */
export function withClient(all: Candidates): Candidate[] {
  return [...Deno.build.os === "windows" ? [] : [ECHO], ...everyone(all)];
}

/** All of them, floors first. */
export function everyone(all: Candidates): Candidate[] {
  const { bareDeno, oursDeno, bareNode, oursNode } = all;
  const { sdk2HttpDeno: _, sdk2HttpNode: __, ...peers } = all.peers ?? {};
  return [bareDeno, oursDeno, bareNode, oursNode, ...Object.values(peers)]
    .filter((candidate) => candidate !== undefined);
}

function peerCandidates(
  { script }: Peers,
  deno: (name: string, ...args: string[]) => Candidate,
): PeerCandidates {
  return {
    sdk1Deno: deno("SDK 1.x, Deno", script("sdk_1.mjs")),
    sdk1Node: node("SDK 1.x, node", script("sdk_1.mjs")),
    sdk1LowDeno: deno("SDK 1.x low-level, Deno", script("sdk_1_low.mjs")),
    sdk1LowNode: node("SDK 1.x low-level, node", script("sdk_1_low.mjs")),
    sdk2Deno: deno("SDK 2.x, Deno", script("sdk_2.mjs")),
    sdk2Node: node("SDK 2.x, node", script("sdk_2.mjs")),
    fastmcpDeno: deno("fastmcp, Deno", script("fastmcp.mjs")),
    fastmcpNode: node("fastmcp, node", script("fastmcp.mjs")),
    sdk2HttpDeno: deno("SDK 2.x, Deno", script("sdk_2_http.mjs")),
    sdk2HttpNode: node("SDK 2.x, node", script("sdk_2_http.mjs")),
  };
}

function node(name: string, ...args: string[]): Candidate {
  return { name, command: ["node", ...args] };
}

function bare(candidate: Candidate): Candidate {
  return { ...candidate, bare: true };
}

/**
 * A copy of a fixture out of the reach of this project's configuration and lock,
 * which a bare program does not have to read.
 */
async function outside(fixture: string): Promise<string> {
  const directory = join(tmpdir(), "openai-responses-mcp-bench-floor");
  await Deno.mkdir(directory, { recursive: true });
  const copy = join(directory, fixture);
  await Deno.copyFile(path(`fixtures/${fixture}`), copy);
  return copy;
}

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
