// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Makes what registries and desktop clients install from, out of the npm package
 * in `npm/`: `dist/server.json` for the MCP registry and an MCP bundle. The task
 * builds the package first: `deno task registry`.
 *
 * @module
 */
import { packageJson } from "./build_npm/package_json.ts";
import { ROOT, VERSION } from "./build_npm/project.ts";
import { readArgs } from "./command_line.ts";
import { serverJsonProblems } from "./registry/check_server_json.ts";
import { iconPng } from "./registry/icon.ts";
import { bundleManifest, ICON } from "./registry/manifest.ts";
import { type BundleFile, serverJson } from "./registry/server_json.ts";
import { smoke } from "./smoke.ts";

const PACKER = "@anthropic-ai/mcpb@2.1.2";
const DIST = `${ROOT}/dist`;
/** What of the package a client runs or must show: not its declarations. */
const BUNDLED = ["build", "package.json", "README.md", "LICENSE"];

/** Packs the bundle, and tries it as a client would after unpacking it. */
async function makeBundle(): Promise<BundleFile> {
  const built = JSON.parse(await Deno.readTextFile(`${ROOT}/npm/package.json`));
  if (built.version !== VERSION) {
    throw new Error(`npm/ holds ${built.version}: run deno task build:npm`);
  }
  const name = `${packageJson().name}-${VERSION}.mcpb`;
  const stage = await Deno.makeTempDir();
  try {
    for (const path of BUNDLED) await copy(`${ROOT}/npm/${path}`, stage, path);
    await writeJson(`${stage}/manifest.json`, bundleManifest());
    await Deno.writeFile(`${stage}/${ICON}`, await iconPng());
    await Deno.mkdir(DIST, { recursive: true });
    await packer("validate", `${stage}/manifest.json`);
    await packer("pack", stage, `${DIST}/${name}`);
  } finally {
    await Deno.remove(stage, { recursive: true });
  }
  await tryBundle(`${DIST}/${name}`);
  const bytes = await Deno.readFile(`${DIST}/${name}`);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return { name, sha256: new Uint8Array(digest).toHex() };
}

async function tryBundle(path: string): Promise<void> {
  const outputDir = await Deno.makeTempDir();
  try {
    await packer("unpack", path, outputDir);
    const text = await Deno.readTextFile(`${outputDir}/manifest.json`);
    const { server } = JSON.parse(text);
    const args: string[] = server.mcp_config.args;
    const command = [server.mcp_config.command, ...args.slice(0, -1)]
      .map((part) => part.replace("${__dirname}", outputDir));
    await smoke(command);
  } finally {
    await Deno.remove(outputDir, { recursive: true });
  }
}

/** Runs the official packer; not a dependency, for it brings dozens of others. */
async function packer(...args: string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command("npx", {
    args: ["-y", PACKER, ...args],
    stdin: "null",
  }).output();
  if (success) return;
  const said = new TextDecoder().decode(stdout.length ? stdout : stderr);
  throw new Error(`mcpb ${args.join(" ")} failed: ${said}`);
}

async function copy(from: string, stage: string, path: string): Promise<void> {
  const { isDirectory } = await Deno.stat(from);
  if (!isDirectory) return await Deno.copyFile(from, `${stage}/${path}`);
  await Deno.mkdir(`${stage}/${path}`);
  for await (const { name } of Deno.readDir(from)) {
    if (name !== "types") {
      await copy(`${from}/${name}`, stage, `${path}/${name}`);
    }
  }
}

async function writeJson(path: string, value: object): Promise<void> {
  await Deno.writeTextFile(path, JSON.stringify(value, null, 2) + "\n");
}

if (import.meta.main) {
  readArgs({}, "Usage: deno task registry");
  const bundle = await makeBundle();
  const entry = serverJson(bundle);
  const problems = serverJsonProblems(entry);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  await writeJson(`${DIST}/server.json`, entry);
  console.log(`dist/server.json and dist/${bundle.name} are ready`);
}
