/**
 * The modules that answering `initialize` does not need, loaded on first use.
 * Each keeps a heavy library away, or saves milliseconds of every start.
 *
 * Deno reads the whole graph behind a literal `import()` at start, run or not;
 * a computed one costs nothing until it runs. The npm build turns these back
 * into literal imports, which its bundler splits into chunks.
 *
 * @module
 */

import { ErrorCode, ProtocolError } from "./jsonrpc/messages.ts";
import { checkDescriptors } from "./runtime/deno_modules.ts";

function load<T>(specifier: string): Promise<T> {
  const address = import.meta.resolve(specifier);
  return tryTwice<T>(() => import(address), {
    address,
    prepare: checkDescriptors,
  });
}

/** What is loaded, or on its way; nothing that failed. */
const modules = new Map<string, Promise<unknown>>();
let retries = 0;

interface LoadOptions {
  readonly address?: string;
  /** Gives what to load before, each when it can be; throws if it cannot. */
  readonly prepare?: (address: string) => Iterable<string>;
}

/**
 * Loads a module. What fails here fails for passing reasons, such as no
 * descriptor left; but loaders keep a failure for good, and only under another
 * name do they try again. That does not help what a module imports, so that
 * `prepare` looks whether loading can succeed before it is tried.
 */
function tryTwice<T>(
  run: () => Promise<T>,
  { address = chunkOf(run), prepare }: LoadOptions,
): Promise<T> {
  const known = modules.get(address);
  // By its address, which has been loaded by the same `run`.
  if (known) return known as Promise<T>;
  const module = loadNow(run, { address, ...prepare && { prepare } });
  modules.set(address, module);
  module.catch(() => modules.delete(address));
  return module;
}

async function loadNow<T>(
  run: () => Promise<T>,
  { address: whole, prepare }: LoadOptions & { readonly address: string },
): Promise<T> {
  try {
    for (const address of prepare?.(whole) ?? []) await import(address);
  } catch (error) {
    throw cannotLoad(error);
  }
  try {
    return await run();
  } catch (error) {
    // JSR's integrity check ends the process over a name it does not know.
    if (!whole.startsWith("file:")) throw cannotLoad(error);
    return await loadAgain(`${whole}?r=${++retries}`);
  }
}

async function loadAgain<T>(address: string): Promise<T> {
  try {
    return await import(address);
  } catch (error) {
    throw cannotLoad(error);
  }
}

/** Says what could not be loaded, and what helps. */
export function cannotLoad(error: unknown): ProtocolError {
  const reason = whyNotLoaded(error);
  const next = /\bnpm package\b/.test(reason)
    ? "check that the npm registry can be reached, then start again"
    : "the next call tries again, and a restart helps once the cause is gone";
  return new ProtocolError(
    ErrorCode.InternalError,
    `Cannot load a part of the program: ${reason}; ${next}`,
  );
}

/** What could not be loaded, and why; Deno lists every cause between the two. */
export function whyNotLoaded(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [what = "", ...causes] = message.split("\n").map((line) => line.trim());
  const why = causes.filter((line) => /^\d+: /.test(line)).at(-1)
    ?.replace(/^\d+: /, "");
  return why === undefined ? what : `${what}: ${why}`;
}

/** Where a bundled module is: the bundler has put its name into the import. */
function chunkOf(run: () => Promise<unknown>): string {
  const [, chunk = ""] = /import\("([^"]+)"\)/.exec(String(run)) ?? [];
  return import.meta.resolve(chunk);
}

type AskCommand = typeof import("./cli/ask.ts");
type Commands = typeof import("./cli/commands.ts");
type Doctor = typeof import("./cli/doctor.ts");
type Http = typeof import("./serve_http.ts");
type Jwt = typeof import("./mcp/http/jwt.ts");
type Manuals = typeof import("./manuals/mod.ts");
type ManualsCommand = typeof import("./cli/manuals.ts");
type ResponsesClient = typeof import("./responses/client.ts");
type Tools = typeof import("./tools/mod.ts");
type Yaml = typeof import("./config/read_yaml.ts");

/** The command line beyond serving. */
export function loadCommands(): Promise<Commands> {
  return load<Commands>("./cli/commands.ts");
}

/** The `ask` command, with the answer tools. */
export function loadAskCommand(): Promise<AskCommand> {
  return load<AskCommand>("./cli/ask.ts");
}

/** The `doctor` command. */
export function loadDoctor(): Promise<Doctor> {
  return load<Doctor>("./cli/doctor.ts");
}

/** The `manuals` command, with the engine. */
export function loadManualsCommand(): Promise<ManualsCommand> {
  return load<ManualsCommand>("./cli/manuals.ts");
}

/** Serving over HTTP. */
export function loadHttp(): Promise<Http> {
  return load<Http>("./serve_http.ts");
}

/** The check of JWTs, with its library. */
export function loadJwt(): Promise<Jwt> {
  return load<Jwt>("./mcp/http/jwt.ts");
}

/** The engine behind the manual tools. */
export function loadManuals(): Promise<Manuals> {
  return load<Manuals>("./manuals/mod.ts");
}

/** The client of the Responses API, with the SDK. */
export function loadResponsesClient(): Promise<ResponsesClient> {
  return load<ResponsesClient>("./responses/client.ts");
}

/** The tools. */
export function loadToolModules(): Promise<Tools> {
  return load<Tools>("./tools/mod.ts");
}

/** The reader of the YAML configuration, with its parser. */
export function loadYamlReader(): Promise<Yaml> {
  return load<Yaml>("./config/read_yaml.ts");
}
