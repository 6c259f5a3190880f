import assert from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { explain } from "../../scripts/build_npm/declarations.ts";
import { ENTRY_POINTS, ROOT } from "../../scripts/build_npm/project.ts";

/** The types of a package in Deno's cache, which TypeScript cannot find. */
function typesOf(name: string, file: string): [string, string[]] {
  const entry = fileURLToPath(import.meta.resolve(name));
  return [name, [`${dirname(entry)}/${file}`]];
}

/** Complaints about `src` when the library is no newer than Node 20's. */
function complaints(sources: readonly string[]): readonly ts.Diagnostic[] {
  const program = ts.createProgram([...sources], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    lib: [
      "lib.es2023.d.ts",
      // Of what came later, Node 20 has this.
      "lib.es2024.string.d.ts",
      "lib.dom.d.ts",
      "lib.dom.asynciterable.d.ts",
    ],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    paths: Object.fromEntries([
      typesOf("jose", "../types/index.d.ts"),
      typesOf("openai", "index.d.mts"),
      typesOf("yaml", "index.d.ts"),
    ]),
  });
  return ts.getPreEmitDiagnostics(program).filter(({ file }) =>
    // The runtimes are at home where they run.
    !file ||
    !/\/src\/runtime\/(?:(?:deno|node|plain|trusted)\w*|file_guard|packages)\.ts$/
      .test(file.fileName)
  );
}

async function sourcesIn(dir: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    const path = `${dir}/${name}`;
    if (isDirectory) paths.push(...await sourcesIn(path));
    else if (name.endsWith(".ts")) paths.push(path);
  }
  return paths;
}

Deno.test("src uses nothing that Node 20 lacks", async () => {
  const sources = await sourcesIn(`${ROOT}/src`);
  assert(ENTRY_POINTS.slice(1).every(({ source }) => sources.includes(source)));
  const found = complaints(sources);
  assert.equal(found.length, 0, explain(found));
});

Deno.test("complaints() finds what Node 20 lacks", async () => {
  const path = await Deno.makeTempFile({ suffix: ".mts" });
  await Deno.writeTextFile(path, "export const x = Promise.withResolvers();");
  const [found] = complaints([path]);
  await Deno.remove(path);
  assert.equal(found?.code, 2550);
});
