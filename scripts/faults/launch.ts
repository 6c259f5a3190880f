import { fileURLToPath } from "node:url";
import { bundle } from "../build_npm/bundle.ts";

/** A way to start the real program. */
export interface Launch {
  readonly name: "deno" | "node";
  /** The program and what comes before its own arguments. */
  readonly command: readonly string[];
}

const MAIN = fileURLToPath(new URL("../../mod.ts", import.meta.url));

/** The program as it runs from the source. */
export function onDeno(...flags: readonly string[]): Launch {
  const command = [Deno.execPath(), "run", "-A", ...flags, MAIN];
  return { name: "deno", command };
}

/** The program as the npm package has it, bundled into a directory. */
export async function onNode(dir: string): Promise<Launch> {
  await bundle(`${dir}/build`);
  // Without it Node would take the bundle for CommonJS outside a package.
  await Deno.writeTextFile(`${dir}/package.json`, '{"type":"module"}');
  return { name: "node", command: ["node", `${dir}/build/index.js`] };
}

/** An environment that holds nothing of ours but what a process needs. */
export function cleanEnv(
  home: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const env: Record<string, string> = { HOME: home, NO_COLOR: "1", ...more };
  for (const name of ["PATH", "DENO_DIR", "SystemRoot", "TEMP"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] ??= value;
  }
  // Deno finds its cache by the home directory.
  env.DENO_DIR ??= denoDir();
  return env;
}

function denoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    stderr: "null",
  }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
