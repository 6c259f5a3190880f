import ts from "typescript";
import { dirname, relative, resolve } from "node:path";
import { ENTRY_POINTS, ROOT } from "./project.ts";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  declaration: true,
  emitDeclarationOnly: true,
  // `deno check` has checked it all, with the types that Deno brings.
  noCheck: true,
  rootDir: ROOT,
};

/** Writes the declarations that the library's entry points reach, no others. */
export async function writeDeclarations(out: string): Promise<void> {
  const sources = ENTRY_POINTS.map(({ source }) => source);
  const declarations = declare(sources);
  const paths = new Set(sources.map(declarationOf));
  for (const path of paths) {
    const declaration = declarations.get(path);
    if (declaration === undefined) throw new Error(`No declaration: ${path}`);
    const { text, reached } = withJsSpecifiers(declaration, dirname(path));
    reached.forEach((next) => paths.add(next));
    const target = `${out}/${relative(ROOT, path)}`;
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeTextFile(target, text);
  }
}

function declarationOf(source: string): string {
  return source.replace(/\.ts$/, ".d.ts");
}

function declare(sources: readonly string[]): Map<string, string> {
  const declarations = new Map<string, string>();
  const runtime = `${ROOT}/src/runtime/node.ts`;
  const program = ts.createProgram([...sources, runtime], OPTIONS);
  const { diagnostics } = program.emit(
    undefined,
    (path, text) => declarations.set(path, text),
  );
  if (diagnostics.length > 0) {
    throw new Error(`Cannot declare the types: ${explain(diagnostics)}`);
  }
  return declarations;
}

/** What the compiler complains of, in one text. */
export function explain(diagnostics: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(diagnostics, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => "\n",
  });
}

/** Declarations import each other as `.js`, which every setting understands. */
function withJsSpecifiers(
  declaration: string,
  dir: string,
): { text: string; reached: string[] } {
  const reached: string[] = [];
  let text = declaration;
  // From the end, so that positions before it stay true.
  const { importedFiles } = ts.preProcessFile(declaration, true, true);
  for (const { fileName, pos, end } of importedFiles.toReversed()) {
    if (!fileName.startsWith(".")) {
      throw new Error(`A public type comes from the package ${fileName}`);
    }
    const swapped = fileName.replace(
      /\/runtime\/deno\.ts$/,
      "/runtime/node.ts",
    );
    reached.push(declarationOf(resolve(dir, swapped)));
    const quoted = text.slice(pos, end + 2);
    const specifier = quoted.replace(fileName, swapped.replace(/ts$/, "js"));
    text = text.slice(0, pos) + specifier + text.slice(end + 2);
  }
  return { text, reached };
}
