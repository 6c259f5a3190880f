import { fileURLToPath } from "node:url";
import { bundle } from "../../scripts/build_npm/bundle.ts";

/** A way to start the real program. */
export interface Program {
  readonly name: "Deno" | "npm build on Node";
  readonly command: string;
  /** What comes before the program's own arguments. */
  readonly args: readonly string[];
}

const scratch = Deno.makeTempDirSync({ prefix: "e2e-" });
addEventListener("unload", () => {
  Deno.removeSync(scratch, { recursive: true });
});
await bundle(`${scratch}/build`);

/** The program as it runs from the source. */
export const ON_DENO: Program = {
  name: "Deno",
  command: Deno.execPath(),
  args: ["run", "-A", fileURLToPath(new URL("../../mod.ts", import.meta.url))],
};

/** The program as the npm package has it, bundled for this test file. */
export const ON_NODE: Program = {
  name: "npm build on Node",
  command: "node",
  args: [`${scratch}/build/index.js`],
};

/** Both. */
export const PROGRAMS: readonly Program[] = [ON_DENO, ON_NODE];

/** The whole environment of a program: nobody's key and configuration. */
export function cleanEnv(
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = ["PATH", "HOME", "DENO_DIR"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const config = { XDG_CONFIG_HOME: `${scratch}/config` };
  return { ...Object.fromEntries(kept), ...config, ...extra };
}
