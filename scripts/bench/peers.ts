import { tmpdir } from "node:os";
import { join } from "node:path";
import dev from "../deno.json" with { type: "json" };

/** Parsers and engines that are called, on Deno by the project's own imports. */
const LIBRARIES = [
  "@asciidoctor/core",
  "commonmark",
  "flexsearch",
  "mdast-util-from-markdown",
  "mdast-util-mdx",
  "micromark-extension-mdxjs",
  "minisearch",
] as const;

/** What is compared with, from npm; the exact versions go into the report. */
export const PEER_VERSIONS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/sdk": "1.32.2",
  "@modelcontextprotocol/server": "2.4.0",
  "fastmcp": "4.20.16",
  "srvx": "1.0.8",
  "zod": "4.6.7",
  ...Object.fromEntries(
    LIBRARIES.map((name) => [name, versionOf(dev.imports[name])]),
  ),
};

/** The version in `npm:name@version`. */
function versionOf(specifier: string): string {
  return specifier.slice(specifier.lastIndexOf("@") + 1);
}

/** Where Node finds the same libraries. */
export interface Libraries {
  readonly directory: string;
  readonly names: readonly string[];
}

/** Servers built with other products, ready to run. */
export interface Peers {
  readonly libraries: Libraries;
  /** The path of one of the fixtures, beside its packages. */
  script(name: string): string;
}

const FIXTURES = new URL("fixtures/peers/", import.meta.url);

/**
 * Installs the peers into a directory that later runs find again, and puts the
 * fixtures beside them, where both runtimes resolve packages. Answers the
 * reason if that cannot be done.
 */
export async function installPeers(
  progress: (line: string) => void,
): Promise<Peers | string> {
  const directory = join(tmpdir(), "openai-responses-mcp-bench-peers");
  await Deno.mkdir(directory, { recursive: true });
  const manifest = JSON.stringify({
    private: true,
    type: "module",
    dependencies: PEER_VERSIONS,
  });
  const stamp = join(directory, "installed.json");
  if (await readIfThere(stamp) !== manifest) {
    progress(`installing peers into ${directory}`);
    await Deno.writeTextFile(join(directory, "package.json"), manifest);
    const failed = await npmInstall(directory);
    if (failed !== undefined) return failed;
    await Deno.writeTextFile(stamp, manifest);
  }
  for await (const { name } of Deno.readDir(FIXTURES)) {
    await Deno.copyFile(new URL(name, FIXTURES), join(directory, name));
  }
  return {
    libraries: { directory, names: LIBRARIES },
    script: (name) => join(directory, name),
  };
}

async function npmInstall(cwd: string): Promise<string | undefined> {
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  try {
    const npm = new Deno.Command("npm", { args, cwd });
    const { success, stderr } = await npm.output();
    if (success) return undefined;
    const last = new TextDecoder().decode(stderr).trim().split("\n").at(-1);
    return `npm install failed: ${last}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "no npm on PATH";
    throw error;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
