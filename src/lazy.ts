/**
 * The modules that answering `initialize` does not need, loaded on first use.
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

type ClaimGraph = typeof import("./manuals/find/claim_graph_of.ts");
type Commands = typeof import("./cli/commands.ts");
type ConfigModule = typeof import("./config/mod.ts");
type Indexing = typeof import("./manuals/search/local/index/indexing.ts");
type Manuals = typeof import("./manuals/mod.ts");
type ManualsCommand = typeof import("./cli/manuals.ts");
type ResponsesClient = typeof import("./responses/run/client.ts");
type ShowConfig = typeof import("./cli/show_config.ts");
type ToolMethods = typeof import("./mcp/tool_methods.ts");
type Stderr = typeof import("./runtime/stderr_queue.ts");
type Tools = typeof import("./tools/mod.ts");
type Usage = typeof import("./cli/usage.ts");
type Validate = typeof import("./schema/validate.ts");
type WatchParent = typeof import("./mcp/watch_parent.ts");
type Yaml = typeof import("./config/read_yaml.ts");

/** The claim graph of a search, which few searches ask for. */
export function loadClaimGraph(): Promise<ClaimGraph> {
  return load<ClaimGraph>("./manuals/find/claim_graph_of.ts");
}

/** The command line beyond `--stdio`, and all that is configured. */
export function loadCommands(): Promise<Commands> {
  return load<Commands>("./cli/commands.ts");
}

/** The configuration, beyond what a server needs before its first answer. */
export function loadConfigModule(): Promise<ConfigModule> {
  return load<ConfigModule>("./config/mod.ts");
}

/** What indexes files; an index that is up to date needs none of it. */
export function loadIndexing(): Promise<Indexing> {
  return load<Indexing>("./manuals/search/local/index/indexing.ts");
}

/** The engine behind the manual tools. */
export function loadManuals(): Promise<Manuals> {
  return load<Manuals>("./manuals/mod.ts");
}

/** The `manuals` command. */
export function loadManualsCommand(): Promise<ManualsCommand> {
  return load<ManualsCommand>("./cli/manuals.ts");
}

/** The client of the Responses API. */
export function loadResponsesClient(): Promise<ResponsesClient> {
  return load<ResponsesClient>("./responses/run/client.ts");
}

/** `--show-config`. */
export function loadShowConfig(): Promise<ShowConfig> {
  return load<ShowConfig>("./cli/show_config.ts");
}

/** The queue to standard error: for debug mode, and for many warnings. */
export function loadStderrQueue(): Promise<Stderr> {
  return load<Stderr>("./runtime/stderr_queue.ts");
}

/** `tools/list` and `tools/call`. */
export function loadToolMethods(): Promise<ToolMethods> {
  return load<ToolMethods>("./mcp/tool_methods.ts");
}

/** The tools. */
export function loadToolModules(): Promise<Tools> {
  return load<Tools>("./tools/mod.ts");
}

/** `--help`, and what to say of a bad command line. */
export function loadUsage(): Promise<Usage> {
  return load<Usage>("./cli/usage.ts");
}

/** The check of values against schemas. */
export function loadValidate(): Promise<Validate> {
  return load<Validate>("./schema/validate.ts");
}

/** The watch that ends the work when the parent has died. */
export function loadWatchParent(): Promise<WatchParent> {
  return load<WatchParent>("./mcp/watch_parent.ts");
}

/** The YAML configuration. */
export function loadYamlReader(): Promise<Yaml> {
  return load<Yaml>("./config/read_yaml.ts");
}
