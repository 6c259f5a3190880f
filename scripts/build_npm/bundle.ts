import * as esbuild from "esbuild";
import { relative, resolve } from "node:path";
import {
  type ChunkSum,
  sumOf,
  SUMS_FILE,
} from "../../src/runtime/node_chunks.ts";
import { forNode, withCore } from "./plugins.ts";
import { ENTRY_POINTS, ROOT } from "./project.ts";

/** What was bundled, as esbuild tells it. */
export type Metafile = esbuild.Metafile;

const BIN = "scripts/build_npm/bin.ts";

/** Where `src/runtime/node.ts`, in a chunk, finds what its threads run. */
const WORKER = ["chunks/worker", "src/worker.ts"] as const;

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  charset: "utf8",
  chunkNames: "chunks/[name]-[hash]",
  // Node 20 does not know it, and the program has an entry of its own.
  define: { "import.meta.main": "false" },
  metafile: true,
  // Names are kept for stack traces; the rest is only to be parsed at each start.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
} as const satisfies esbuild.BuildOptions;

/** Bundles the program and the library into a directory, split in chunks. */
export async function bundle(out: string): Promise<Metafile> {
  const library = ENTRY_POINTS.map(({ name, source }) => [name, source]);
  try {
    const { metafile } = await esbuild.build({
      ...OPTIONS,
      entryPoints: Object.fromEntries([["index", BIN], WORKER, ...library]),
      outdir: out,
      splitting: true,
      plugins: [forNode, withCore(await findCore())],
    });
    await writeSums(metafile, out);
    return metafile;
  } finally {
    await esbuild.stop();
  }
}

/** Tells the program how to know that its chunks are whole. */
async function writeSums({ outputs }: Metafile, out: string): Promise<void> {
  const dir = `${resolve(out)}/chunks`;
  const nameOf = (path: string): string =>
    relative(dir, resolve(ROOT, path)).replaceAll("\\", "/");
  const core = Object.values(outputs).find(({ inputs }) =>
    inputs["src/lazy.ts"]
  );
  const sums: Record<string, ChunkSum> = {};
  for (const [path, output] of Object.entries(outputs)) {
    const imports = output.imports
      // What the core loads later is looked at then.
      .filter(({ kind, external }) =>
        !external && !(output === core && kind === "dynamic-import")
      )
      .map((each) => nameOf(each.path));
    const sum = sumOf(await Deno.readFile(resolve(ROOT, path)));
    sums[nameOf(path)] = { sum, imports };
  }
  await Deno.writeTextFile(`${dir}/${SUMS_FILE}`, JSON.stringify(sums));
}

/** The modules that the program loads at its start. */
async function findCore(): Promise<string[]> {
  const { metafile } = await esbuild.build({
    ...OPTIONS,
    entryPoints: [BIN],
    outdir: "unused",
    write: false,
    splitting: true,
    plugins: [forNode],
  });
  return staticGraph(BIN, (path) => metafile.inputs[path]?.imports ?? [])
    .filter((path) => path !== BIN);
}

interface Import {
  readonly path: string;
  readonly kind: string;
  readonly external?: boolean;
}

/** A module and all that it imports, except by `import()`. */
export function staticGraph(
  start: string,
  importsOf: (path: string) => readonly Import[],
): string[] {
  const reached = new Set([start]);
  for (const path of reached) {
    for (const { path: next, kind, external } of importsOf(path)) {
      if (kind !== "dynamic-import" && !external) reached.add(next);
    }
  }
  return [...reached];
}

// For tests and benchmarks, which run the program on Node.
if (import.meta.main) {
  const [out] = Deno.args;
  if (out === undefined) throw new TypeError("Where to? bundle.ts <directory>");
  await bundle(out);
}
