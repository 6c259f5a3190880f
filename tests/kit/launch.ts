import { fileURLToPath } from "node:url";

/** A way to start the real program. */
export interface Launch {
  readonly name: "Deno" | "npm build on Node";
  /** The program and what comes before its own arguments. */
  readonly command: readonly string[];
}

/** The project's directory, with a slash at the end. */
export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

let scratch: string | undefined;

/** A directory of this process, which is gone when it ends. */
function scratchDir(): string {
  if (scratch !== undefined) return scratch;
  const dir = Deno.makeTempDirSync({ prefix: "kit-" });
  addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
  return scratch = dir;
}

/** The program as it runs from the source. */
export function onDeno(...flags: readonly string[]): Launch {
  const command = [Deno.execPath(), "run", "-A", ...flags, `${ROOT}mod.ts`];
  return { name: "Deno", command };
}

/** The program as it runs from the source, with these permissions alone. */
export function onDenoWith(...permissions: readonly string[]): Launch {
  const launch = onDeno("--no-prompt", ...permissions);
  const command = launch.command.filter((arg) => arg !== "-A");
  return { ...launch, command };
}

/** The program as the npm package has it, bundled into a directory. */
export async function onNode(dir: string = scratchDir()): Promise<Launch> {
  const config = `${ROOT}scripts/deno.json`;
  const script = `${ROOT}scripts/build_npm/bundle.ts`;
  // In a process of its own: what builds the program is no part of the kit.
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config", config, script, `${dir}/build`],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  // Without it Node would take the bundle for CommonJS outside a package.
  await Deno.writeTextFile(`${dir}/package.json`, '{"type":"module"}');
  return {
    name: "npm build on Node",
    command: ["node", `${dir}/build/index.js`],
  };
}

/** The program on Deno and on Node. */
export async function everyLaunch(): Promise<readonly Launch[]> {
  return [onDeno(), await onNode()];
}

/** What a process needs to run at all, on any system. */
const NEEDED = [
  "PATH",
  "HOME",
  "DENO_DIR",
  "DENO_COVERAGE_DIR",
  "XDG_CACHE_HOME",
  "SystemRoot",
  "TEMP",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
];

/** The variables of ours with these names. */
export function variables(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** The whole environment of a program: nobody's key and configuration. */
export function cleanEnv(
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  // There is none: nobody's own configuration counts.
  const config = { XDG_CONFIG_HOME: `${ROOT}tests/kit/no_configuration` };
  return { NO_COLOR: "1", ...variables(NEEDED), ...config, ...more };
}

/** An environment with a home of its own, where configuration and indexes lie. */
export function envWithHome(
  home: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { XDG_CACHE_HOME: _cache, ...env } = variables(NEEDED);
  // Deno finds its cache by the home directory.
  const own = { NO_COLOR: "1", DENO_DIR: denoDir(), HOME: home };
  return { ...env, ...own, ...more };
}

let ownDenoDir: string | undefined;

function denoDir(): string {
  if (ownDenoDir !== undefined) return ownDenoDir;
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
    stderr: "null",
  }).outputSync();
  return ownDenoDir = JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Tells whether there is such a program. */
export async function canRun(command: string): Promise<boolean> {
  try {
    const args = ["--version"];
    return (await new Deno.Command(command, { args }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
