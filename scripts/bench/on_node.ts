import { fileURLToPath } from "node:url";
import { canRun } from "../../tests/kit/launch.ts";
import { runOnNode } from "../../tests/kit/run_on_node.ts";
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
  const { name } = measure;
  const path = JSON.stringify(fileURLToPath(module));
  const script = `import { ${name} } from ${path};
const options = JSON.parse(process.argv[2]);
const result = JSON.stringify(await ${name}(options));
// An exit would cut what a full pipe has not taken yet.
process.stdout.write(result, () => process.exit());`;
  const args = [JSON.stringify(options)];
  return await runOnNode(script, {
    args,
    plugins: [inOneFile, forNode],
    ...libraries && {
      directory: libraries.directory,
      external: libraries.names,
    },
  }) as R;
}
