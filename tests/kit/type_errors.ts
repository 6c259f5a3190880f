import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
};

/** A change to one file of the project, in memory only. */
export interface Edit {
  /** The file, from the root of the project. */
  readonly path: string;
  /** A text that is there once, and what takes its place. */
  readonly replace: string;
  readonly by: string;
}

/** What the compiler says of some files, once others have been changed. */
export function typeErrors(
  paths: readonly string[],
  edits: readonly Edit[] = [],
): string[] {
  const changed = new Map<string, string>();
  for (const { path, replace, by } of edits) {
    const text = changed.get(ROOT + path) ?? readFileSync(ROOT + path, "utf8");
    const [before, after, ...more] = text.split(replace);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new TypeError(`"${replace}" must be in ${path} exactly once`);
    }
    changed.set(ROOT + path, before + by + after);
  }
  const host = ts.createCompilerHost(OPTIONS);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => changed.get(path) ?? readFile(path);
  const roots = paths.map((path) => ROOT + path);
  const program = ts.createProgram(roots, OPTIONS, host);
  return roots.flatMap((root) => {
    const source = program.getSourceFile(root);
    if (!source) throw new TypeError(`no file ${root}`);
    return program.getSemanticDiagnostics(source).map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n")
    );
  });
}
