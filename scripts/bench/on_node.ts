import { fileURLToPath } from "node:url";
import { canRun } from "../../tests/kit/launch.ts";
import { bundleForNode, runOnNode } from "../../tests/kit/run_on_node.ts";
import type { Plugin } from "esbuild";
import { forNode } from "../build_npm/plugins.ts";
import type { Libraries } from "./peers.ts";

/** All in one file: there are no chunks to look at before they are loaded. */
const inOneFile: Plugin = {
  name: "in-one-file",
  setup(build) {
    build.onLoad({ filter: /\/src\/lazy\.ts$/ }, async ({ path }) => ({
      contents: (await Deno.readTextFile(path))
        .replace(/\breturn load<\w+>\(/g, "return import("),
      loader: "ts",
    }));
  },
};

const PLUGINS = [inOneFile, forNode];

/**
 * Measures on Node what a module measures on Deno: calls its function of that
 * name with the options, and gives what it returns. What it imports of libraries
 * is found where they are installed. Nothing without Node.
 */
export async function measureOnNode<O, R>(
  module: URL,
  measure: (options: O) => R | Promise<R>,
  options: O,
  libraries?: Libraries,
): Promise<R | undefined> {
  if (!await canRun("node")) return undefined;
  return await runOnNode(calling(module, measure.name), {
    args: [JSON.stringify(options)],
    plugins: PLUGINS,
    ...libraries && {
      directory: libraries.directory,
      external: libraries.names,
    },
  }) as R;
}

/** The same as a file for Node, which takes the options as its argument. */
export async function scriptForNode(
  module: URL,
  name: string,
): Promise<string> {
  return await bundleForNode(calling(module, name), { plugins: PLUGINS });
}

function calling(module: URL, name: string): string {
  const path = JSON.stringify(fileURLToPath(module));
  return `import { ${name} } from ${path};
const options = JSON.parse(process.argv[2]);
const result = JSON.stringify(await ${name}(options));
// An exit would cut what a full pipe has not taken yet.
process.stdout.write(result, () => process.exit());`;
}
