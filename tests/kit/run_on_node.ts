import * as esbuild from "esbuild";
import { ROOT } from "./launch.ts";

/** What a script gets from its parent. */
export interface NodeScriptOptions {
  readonly args?: readonly string[];
  readonly input?: Uint8Array;
  /** Of the bundler. */
  readonly plugins?: esbuild.Plugin[];
  /** Where the bundle lies, beside packages that it finds itself. */
  readonly directory?: string;
  /** Those packages. */
  readonly external?: readonly string[];
}

/**
 * Bundles a script for Node with what it imports from the project; the file is
 * the caller's to remove.
 */
export async function bundleForNode(
  script: string,
  { plugins = [], directory: dir, external = [] }: NodeScriptOptions = {},
): Promise<string> {
  const place = { suffix: ".mjs", ...dir !== undefined && { dir } };
  const path = await Deno.makeTempFile(place);
  await esbuild.build({
    stdin: { contents: script, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    // Of the HTTP host, which no script serves with.
    external: ["srvx/node", ...external],
    // A module that is a program on Deno is none here.
    define: { "import.meta.main": "false" },
    target: "node20",
    plugins,
    outfile: path,
    allowOverwrite: true,
    logLevel: "warning",
  });
  await esbuild.stop();
  return path;
}

/**
 * Runs a script on Node, bundled with what it imports from the project, and
 * gives the JSON that it prints.
 */
export async function runOnNode(
  script: string,
  options: NodeScriptOptions = {},
): Promise<unknown> {
  const { args = [], input = new Uint8Array(0) } = options;
  const path = await bundleForNode(script, options);
  const child = new Deno.Command("node", {
    args: [path, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const fed = new Blob([input.slice()]).stream().pipeTo(child.stdin);
  const [{ stdout, stderr }] = await Promise.all([child.output(), fed]);
  await Deno.remove(path);
  const text = new TextDecoder().decode(stdout);
  if (text === "") throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(text);
}
