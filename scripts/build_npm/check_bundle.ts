import { basename, resolve } from "node:path";
import { type Metafile, staticGraph } from "./bundle.ts";
import { ROOT } from "./project.ts";

/** What must not load before it is needed: libraries, engines, our own tools. */
const HEAVY =
  /\/(openai|yaml|jose|srvx)\/|^src\/(mcp\/http|manuals|responses|policy)\/|^src\/tools\/\w+\//;

/** Fails if the program's start loads anything heavy, or cannot load it later. */
export function checkBundle({ outputs }: Metafile): void {
  const start = Object.keys(outputs).find((path) =>
    basename(path) === "index.js"
  );
  if (start === undefined) throw new Error("The bundle has no index.js");
  const chunks = staticGraph(start, (path) => outputs[path]?.imports ?? []);
  const heavy = chunks
    .flatMap((path) => Object.entries(outputs[path]?.inputs ?? {}))
    .filter(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 && HEAVY.test(path)
    );
  if (heavy.length > 0) {
    const paths = heavy.map(([path]) => path).join(", ");
    throw new Error(`The program loads this before it is needed: ${paths}`);
  }
  const lazy = chunks.flatMap((path) => outputs[path]?.imports ?? [])
    .filter(({ kind }) => kind === "dynamic-import");
  if (lazy.length === 0) throw new Error("The program loads nothing later");
  for (const [path, { inputs }] of Object.entries(outputs)) {
    const ours = Object.keys(inputs).some((input) => input.startsWith("src/"));
    if (ours) checkImports(path);
  }
}

/**
 * The bundler leaves a computed import as it is: it would fail when it runs. The
 * ones of `src/lazy.ts` have addresses of chunks.
 */
function checkImports(path: string): void {
  const text = Deno.readTextFileSync(resolve(ROOT, path));
  const computed = /\bimport\((?!["']|address\))[^)]*/.exec(text)?.[0];
  if (computed) throw new Error(`Computed import in ${path}: ${computed}`);
}
