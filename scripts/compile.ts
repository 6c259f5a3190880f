/**
 * Compiles the program into one binary in `dist/`: `deno task compile`. The
 * modules of `src/lazy.ts` are named to the compiler, which cannot see computed
 * imports. Further arguments go to `deno compile`.
 *
 * @module
 */

/** What threads run. */
const WORKER = "src/worker.ts";

/** The modules that are loaded on demand, as `src/lazy.ts` names them. */
export async function lazyModules(): Promise<string[]> {
  const url = new URL("../src/lazy.ts", import.meta.url);
  const text = await Deno.readTextFile(url);
  return [...text.matchAll(/\bload<\w+>\(\s*"\.\/([^"]+)"/g)]
    .map(([, path]) => `src/${path}`);
}

/** The arguments of `deno compile`: what the program needs, and no more. */
export async function compileArgs(): Promise<string[]> {
  const lazy = await lazyModules();
  return [
    "compile",
    "--allow-env",
    "--allow-net",
    "--allow-read",
    "--allow-write",
    ...[...lazy, WORKER].flatMap((path) => ["--include", path]),
    "--output",
    "dist/openai-responses-mcp",
  ];
}

if (import.meta.main) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...await compileArgs(), ...Deno.args, "mod.ts"],
    cwd: new URL("..", import.meta.url),
  });
  Deno.exit((await child.spawn().status).code);
}
