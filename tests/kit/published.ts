import assert from "node:assert/strict";
import { lanceParts } from "./lance_parts.ts";
import { cleanEnv, type Launch, onDeno, onNode } from "./launch.ts";
import { Program } from "./program.ts";

/** How often a reader of tests looks for a publication. */
const REFRESH_MS = 50;

/** The program where LanceDB runs: on Deno, and on a Node that is new enough. */
export async function lanceLaunches(): Promise<readonly Launch[]> {
  const { node } = await lanceParts();
  const { command: [, ...args], ...built } = await onNode();
  return [onDeno(), { ...built, command: [node, ...args] }];
}

/** What a publisher did. */
export interface Published {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A publisher that may still be at work. */
export interface Publisher {
  readonly done: Promise<Published>;
  /** By default in a way that it cannot notice. */
  kill(signal?: Deno.Signal): void;
}

/** Where to publish, and from where. */
export interface PublishOptions {
  readonly root: string;
  readonly uri: string;
  readonly env?: Readonly<Record<string, string>>;
  /** More arguments. */
  readonly args?: readonly string[];
  /**
   * The directory with the package.
   * @default {the tests' own}
   */
  readonly packageDir?: string;
}

/** Starts `manuals publish`. */
export async function startPublisher(
  { command: [program = "", ...before] }: Launch,
  { root, uri, env, args = [], packageDir }: PublishOptions,
): Promise<Publisher> {
  const place = packageDir ?? (await lanceParts()).packageDir;
  const child = new Deno.Command(program, {
    args: [
      ...[...before, "manuals", "publish", "--json", "--root", root],
      ...["--to", uri, "--package-dir", place, ...args],
    ],
    env: cleanEnv(env),
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const decoder = new TextDecoder();
  return {
    done: child.output().then(({ code, stdout, stderr }) => ({
      code,
      stdout: decoder.decode(stdout),
      stderr: decoder.decode(stderr),
    })),
    kill: (signal = "SIGKILL") => child.kill(signal),
  };
}

/** Publishes; gives what the command says of it. */
export async function publishManuals(
  launch: Launch,
  options: PublishOptions,
): Promise<Published> {
  return await (await startPublisher(launch, options)).done;
}

/** Starts a server that has nothing but what is published. */
export async function startReader(
  { command }: Launch,
  uri: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const { packageDir: package_dir } = await lanceParts();
  const engine = { kind: "lancedb", uri, package_dir, refresh_ms: REFRESH_MS };
  return await startServer(command, {
    ...env,
    ORMCP_MANUALS_ENGINE: JSON.stringify(engine),
  });
}

/** Starts a server over files. */
export async function startLocal(
  { command }: Launch,
  root: string,
): Promise<Program> {
  return await startServer(command, { MANUALS_ROOT: root });
}

async function startServer(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const program = new Program({
    command: [...command, "--stdio"],
    env: cleanEnv({
      OPENAI_API_KEY: "test",
      ORMCP_SERVER_TOOLS: "manual,connector",
      ORMCP_MANUALS_REQUIRE_LS: "false",
      ...env,
    }),
  });
  await program.initialize();
  return program;
}

/** Makes the manifest one of another version of this program. */
export async function changeFormat(
  uri: string,
  format: string,
): Promise<void> {
  const { packageDir, node } = await lanceParts();
  const script = `
    const { createRequire } = require("node:module");
    const load = createRequire(${JSON.stringify(`${packageDir}/package.json`)});
    load("@lancedb/lancedb").connect(${
    JSON.stringify(uri)
  }).then(async (db) => {
      const table = await db.openTable("ormcp_manifest");
      const [row] = await table.query().toArray();
      const published = JSON.stringify({
        ...JSON.parse(row.published),
        format: ${JSON.stringify(format)},
      });
      await table.update({ where: "true", values: { published } });
    });`;
  const { success, stderr } = await new Deno.Command(node, {
    args: ["-e", script],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}
