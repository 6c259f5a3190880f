import { fileURLToPath } from "node:url";
import { installPeers, type Peers } from "./peers.ts";
import type { BenchOptions } from "./row.ts";

/** A server to be started and measured. */
export interface Candidate {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Variables beside the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The floors, ourselves, and whoever else is there. */
export interface Candidates {
  readonly bareDeno: Candidate;
  readonly oursDeno: Candidate;
  /** Absent without Node. */
  readonly bareNode?: Candidate;
  /** Absent without Node or without a build. */
  readonly oursNode?: Candidate;
  /** Absent without npm, without the registry, or when not wanted. */
  readonly peers?: PeerCandidates;
  /** Why something is absent. */
  readonly absent: ReadonlyMap<string, string>;
}

/** The other products. */
export interface PeerCandidates {
  readonly sdk1Deno: Candidate;
  readonly sdk1Node: Candidate;
  /** The official SDK without its comfortable half. */
  readonly sdk1LowNode: Candidate;
  readonly sdk2Deno: Candidate;
  readonly sdk2Node: Candidate;
  readonly fastmcpNode: Candidate;
}

/** The bundle that `build:npm` writes. */
const BUILD = path("../../npm/build/index.js");

/** Finds out what there is to measure; installs peers if they are wanted. */
export async function findCandidates(
  options: BenchOptions,
): Promise<Candidates> {
  const absent = new Map<string, string>();
  const deno = (name: string, ...args: string[]): Candidate => ({
    name,
    command: Deno.execPath(),
    args: ["run", "-A", ...args],
  });
  const floor = {
    bareDeno: deno("bare Deno", path("fixtures/bare_deno.ts")),
    oursDeno: deno("ours, Deno", path("../../mod.ts"), "--stdio"),
    absent,
  };
  if (!await canRun("node")) {
    absent.set("node", "no node on PATH");
    return floor;
  }
  const bareNode = node("bare node", path("fixtures/bare_node.mjs"));
  const built = await exists(BUILD);
  if (!built) absent.set("ours, node", "no build: run deno task build:npm");
  const peers = options.peers ? await installPeers(options) : "not asked for";
  if (typeof peers === "string") absent.set("peers", peers);
  return {
    ...floor,
    bareNode,
    ...built && { oursNode: node("ours, node", BUILD, "--stdio") },
    ...typeof peers !== "string" && { peers: peerCandidates(peers, deno) },
  };
}

function peerCandidates(
  { script }: Peers,
  deno: (name: string, ...args: string[]) => Candidate,
): PeerCandidates {
  return {
    sdk1Deno: deno("SDK 1.x, Deno", script("sdk_1.mjs")),
    sdk1Node: node("SDK 1.x, node", script("sdk_1.mjs")),
    sdk1LowNode: node("SDK 1.x low-level, node", script("sdk_1_low.mjs")),
    sdk2Deno: deno("SDK 2.x, Deno", script("sdk_2.mjs")),
    sdk2Node: node("SDK 2.x, node", script("sdk_2.mjs")),
    fastmcpNode: node("fastmcp, node", script("fastmcp.mjs")),
  };
}

function node(name: string, ...args: string[]): Candidate {
  return { name, command: "node", args };
}

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

async function exists(file: string): Promise<boolean> {
  try {
    await Deno.stat(file);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function canRun(command: string): Promise<boolean> {
  try {
    const args = ["--version"];
    return (await new Deno.Command(command, { args }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
