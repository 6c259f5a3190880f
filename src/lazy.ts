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

async function load<T>(specifier: string): Promise<T> {
  return await import(import.meta.resolve(specifier));
}

type Commands = typeof import("./cli/commands.ts");
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
