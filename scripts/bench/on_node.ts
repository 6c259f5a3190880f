import { fileURLToPath } from "node:url";
import { canRun } from "../../tests/kit/launch.ts";
import { runOnNode } from "../../tests/kit/run_on_node.ts";
import type { Plugin } from "esbuild";
import { forNode } from "../build_npm/plugins.ts";

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
 * name with the options, and gives what it returns. Nothing without Node.
 */
export async function measureOnNode<O, R>(
  module: URL,
  measure: (options: O) => R | Promise<R>,
  options: O,
): Promise<R | undefined> {
  if (!await canRun("node")) return undefined;
  const { name } = measure;
  const path = JSON.stringify(fileURLToPath(module));
  const script = `import { ${name} } from ${path};
const options = JSON.parse(process.argv[2]);
console.log(JSON.stringify(await ${name}(options)));
process.exit();`;
  const args = [JSON.stringify(options)];
  return await runOnNode(script, { args, plugins: [inOneFile, forNode] }) as R;
}
