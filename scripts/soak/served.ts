import { ChildProcess } from "../../tests/kit/child_process.ts";
import { lanceParts, lancePartsOrWhy } from "../../tests/kit/lance_parts.ts";
import type { Launch } from "../../tests/kit/launch.ts";
import type { McpClient } from "../../tests/kit/mcp_client.ts";
import { Program } from "../../tests/kit/program.ts";
import { publishManuals } from "../../tests/kit/published.ts";
import { manualEnv, REFRESH_MS } from "../faults/manual.ts";
import { openHttpPeers, TOKENS } from "./http_peers.ts";
import { measurable } from "./memory.ts";

/**
 * How long an answer may take under load, on a machine that is much too busy:
 * whoever waits longer is forgotten.
 */
const PATIENCE_MS = 120_000;

/** A server under load, however it is reached. */
export interface Served {
  readonly pid: number;
  readonly peers: readonly McpClient[];
  /** How it ended, when it has. */
  readonly exited: Promise<Deno.CommandStatus>;
  /** What no good server writes to standard error, of what it wrote. */
  complaints(): string;
  /** Publishes what has changed, where that is how it gets to know of it. */
  publish?(): Promise<void>;
  /** Bids it end by itself. */
  end(): Promise<void>;
  /** Ends it by force, if it still runs, and waits for that. */
  dispose(): Promise<void>;
}

/** What a server is started with. */
export interface Start {
  readonly launch: Launch;
  /** Without its manuals. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the manuals lie, as files. */
  readonly root: string;
  /** A directory of its own. */
  readonly dir: string;
}

/** A way to serve manuals. */
export interface Way {
  /** For `--way`. */
  readonly key: string;
  readonly name: string;
  /** What its heap goes up and down by, in MiB, when nothing is kept. */
  readonly heapSwing: number;
  /** The same of its open files. */
  readonly filesSwing: number;
  /** Why it cannot be tried here, if it cannot. */
  skipped?(): Promise<string | undefined>;
  start(start: Start): Promise<Served>;
}

/** All of them, each to be loaded for as long as the others. */
export const WAYS: readonly Way[] = [
  {
    key: "stdio",
    name: "over stdio",
    heapSwing: 0.5,
    filesSwing: 4,
    start: startStdio,
  },
  {
    key: "http",
    name: "over HTTP",
    heapSwing: 2,
    filesSwing: 4,
    start: startHttp,
  },
  {
    key: "published",
    name: "over stdio, published manuals",
    heapSwing: 1,
    // Of publications that were replaced LanceDB keeps some for a while.
    filesSwing: 72,
    async skipped() {
      const parts = await lancePartsOrWhy();
      return typeof parts === "string" ? parts : undefined;
    },
    start: startPublished,
  },
];

function startStdio({ launch, env, root, dir }: Start): Promise<Served> {
  return Promise.resolve(
    serveStdio(launch, { ...env, ...manualEnv(root, dir) }),
  );
}

function serveStdio(
  launch: Launch,
  env: Readonly<Record<string, string>>,
): Served {
  const command = [...measurable(launch), "--stdio"];
  const program = new Program({ command, env, patienceMs: PATIENCE_MS });
  return {
    pid: program.pid,
    peers: [program],
    exited: program.exited,
    complaints: () => program.stderr,
    end: () => program.closeInput(),
    dispose: () => program.dispose(),
  };
}

/** What a server writes without anything being wrong. */
const ORDINARY = /^.*?\b(?:http caller=.*|serving MCP on .*|draining: .*)\n/gm;

async function startHttp(
  { launch, env, root, dir }: Start,
): Promise<Served> {
  const child = new ChildProcess({
    command: [...measurable(launch), "--http", "0"],
    env: {
      ...env,
      ...manualEnv(root, dir),
      ORMCP_HTTP_TOKENS: TOKENS,
      // What was cancelled may still be on its way out; but so few that places
      // which are not given back are missed.
      ORMCP_HTTP_MAX_PER_CALLER: "32",
    },
  });
  await Promise.race([child.logged("serving MCP on "), child.status]);
  const [url] = /http:\S+/.exec(child.stderr) ?? [];
  if (url === undefined) throw new Error(`It does not serve: ${child.stderr}`);
  const { peers, close } = await openHttpPeers(url, PATIENCE_MS);
  return {
    pid: child.pid,
    peers,
    exited: child.status,
    complaints: () => child.stderr.replace(ORDINARY, ""),
    end(): Promise<void> {
      close();
      child.kill("SIGTERM");
      return Promise.resolve();
    },
    dispose: () => child[Symbol.asyncDispose](),
  };
}

async function startPublished(
  { launch, env, root, dir }: Start,
): Promise<Served> {
  const { packageDir: package_dir, node } = await lanceParts();
  const [program = "", ...args] = launch.command;
  // LanceDB needs a newer Node than the rest.
  const command = [program === "node" ? node : program, ...args];
  const uri = `${dir}/store`;
  const publish = async (): Promise<void> => {
    const { code, stderr } = await publishManuals({ ...launch, command }, {
      root,
      uri,
    });
    if (code !== 0) throw new Error(`Cannot publish: ${stderr}`);
  };
  await publish();
  const engine = { kind: "lancedb", uri, package_dir, refresh_ms: REFRESH_MS };
  const served = serveStdio({ ...launch, command }, {
    ...env,
    XDG_CACHE_HOME: `${dir}/cache`,
    ORMCP_MANUALS_ENGINE: JSON.stringify(engine),
  });
  return { ...served, publish };
}
