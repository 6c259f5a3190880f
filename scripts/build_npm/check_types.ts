import ts from "typescript";
import { explain } from "./declarations.ts";
import { ENTRY_POINTS } from "./project.ts";

const NAME = "openai-responses-mcp";

/**
 * Compiles a strict TypeScript program against the package, declarations of
 * the package included: no type may come from where its user has nothing.
 */
export async function checkTypes(packageDir: string): Promise<void> {
  const dir = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.mkdir(`${dir}/node_modules`);
    await Deno.symlink(packageDir, `${dir}/node_modules/${NAME}`, {
      type: "dir",
    });
    await Deno.writeTextFile(`${dir}/package.json`, `{"type":"module"}`);
    await Deno.writeTextFile(`${dir}/consumer.ts`, consumer());
    const program = ts.createProgram([`${dir}/consumer.ts`], {
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    });
    const diagnostics = ts.getPreEmitDiagnostics(program);
    if (diagnostics.length > 0) {
      throw new Error(`The declarations are no use: ${explain(diagnostics)}`);
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

function consumer(): string {
  const imports = ENTRY_POINTS.map(({ subpath, name }) =>
    `import * as ${name} from "${NAME}${subpath.slice(1)}";`
  );
  const names = ENTRY_POINTS.map(({ name }) => name).join(", ");
  // A type that cannot be found may turn up as `any`, without a complaint.
  return `${imports.join("\n")}
export const all: readonly object[] = [${names}];
export function start(options: mod.ServerOptions): mod.Server {
  return mod.createServer(options);
}
type IsAny<T> = 0 extends 1 & T ? true : false;
export const known: IsAny<mod.Config> | IsAny<mod.Tool> = false;
`;
}
