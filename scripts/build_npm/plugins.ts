import type { Plugin } from "esbuild";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./project.ts";

/** What differs between the source that Deno runs and the package. */
export const forNode: Plugin = {
  name: "for-node",
  setup(build) {
    const runtime = `${ROOT}/src/runtime`;
    // By resolved path, so that every spelling of the import is caught.
    build.onResolve({ filter: /(^|\/)deno\.ts$/ }, ({ path, resolveDir }) => {
      if (resolve(resolveDir, path) !== `${runtime}/deno.ts`) return null;
      return { path: `${runtime}/node.ts` };
    });
    build.onResolve({ filter: /^openai$/ }, () => ({
      path: fileURLToPath(import.meta.resolve("openai")),
    }));
    build.onResolve({ filter: /^(?:jose|srvx\/node)$/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }));
    // Its build for Node is CommonJS and needs a `require` that ESM lacks.
    build.onResolve({ filter: /^yaml$/ }, () => ({
      path: fileURLToPath(
        new URL("../browser/dist/index.js", import.meta.resolve("yaml")),
      ),
    }));
    build.onLoad({ filter: /\/src\/lazy\.ts$/ }, async ({ path }) => ({
      contents: literalImports(await Deno.readTextFile(path)),
      loader: "ts",
    }));
  },
};

/**
 * Turns `load<T>("./x.ts")` into `tryTwice<T>(() => import("./x.ts"), …)`: the
 * bundler only follows literal imports. What a chunk needs is loaded before it.
 */
export function literalImports(source: string): string {
  const calls = /\breturn load(<\w+>)\(\s*("[^"]+"),?\s*\)/g;
  const literal = source.replace(
    calls,
    "return tryTwice$1(() => import($2), { prepare: wholeChunks })",
  );
  if (literal === source || literal.includes("return load<")) {
    throw new Error(
      'Cannot make every import of src/lazy.ts literal: wanted `return load<T>("./x.ts")`',
    );
  }
  return `import { wholeChunks } from "./runtime/node_chunks.ts";\n${literal}`;
}

/**
 * Keeps the program's start in one chunk. The bundler gives modules a chunk for
 * each set of entries that reach them, which scatters the start over a dozen
 * files and doubles what loading them takes. A module that is loaded later
 * therefore imports the whole core: it is there by then anyway.
 */
export function withCore(core: readonly string[]): Plugin {
  const early = new Set(core.map((path) => resolve(ROOT, path)));
  const imports = [...early]
    .map((path) => `import ${JSON.stringify(path)};`).join("");
  return {
    name: "with-core",
    setup(build) {
      const sources = new RegExp(`^${RegExp.escape(ROOT)}/(src/.*|mod)\\.ts$`);
      build.onLoad({ filter: sources }, async ({ path }) => {
        if (early.has(path)) return null;
        const contents = await Deno.readTextFile(path);
        return { contents: `${contents}\n${imports}`, loader: "ts" };
      });
    },
  };
}
