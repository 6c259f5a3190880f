/**
 * An MCP server for answers with sources: the OpenAI Responses API with web
 * search, and offline retrieval over local manuals.
 *
 * Run it as a program (`deno run mod.ts --stdio`), or serve any pair of byte
 * streams with {@linkcode createServer}. The engines behind the tools are the
 * sub-paths `./responses` and `./manuals`, the settings are `./config`; importing
 * this module loads none of them.
 *
 * @example Serve a tool of your own
 * ```ts
 * import {
 *   createLogger,
 *   createServer,
 *   defineTool,
 *   runtime,
 * } from "@uchimanajet7/openai-responses-mcp";
 * import { defaultConfig } from "@uchimanajet7/openai-responses-mcp/config";
 * import assert from "node:assert/strict";
 *
 * const hello = defineTool({
 *   name: "hello",
 *   title: "Greet",
 *   description: "Says hello.",
 *   group: "greetings",
 *   input: {
 *     type: "object",
 *     properties: { name: { type: "string" } },
 *     required: ["name"],
 *   },
 *   annotations: { readOnlyHint: true },
 *   run: ({ name }) => ({ ok: true, text: `Hello, ${name}!` }),
 * });
 * const server = createServer({
 *   config: defaultConfig(),
 *   runtime,
 *   log: createLogger(runtime),
 *   loadTools: () => Promise.resolve({ tools: [hello] }),
 * });
 *
 * const params = { name: "hello", arguments: { name: "Ada" } };
 * const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
 * const output = new TransformStream<Uint8Array, Uint8Array>();
 * const answer = new Response(output.readable).json();
 * await server.serve({
 *   readable: new Blob([JSON.stringify(call) + "\n"]).stream(),
 *   writer: output.writable.getWriter(),
 * });
 * const { result } = await answer;
 * assert.deepEqual(result.content, [{ type: "text", text: "Hello, Ada!" }]);
 * ```
 *
 * @module
 */
import { loadToolModules } from "./src/lazy.ts";
import { main } from "./src/main.ts";
import { runtime } from "./src/runtime/deno.ts";
import type { ToolSet } from "./src/tools/registry.ts";
import type { ToolEnvironment } from "./src/tools/tool.ts";

// The configuration.
export {
  type ConfigFlags,
  type ConfigRuntime,
  type ConfigSources,
  type HttpFlag,
  loadConfig,
  type LoadedConfig,
} from "./src/config/load.ts";
export type { Config } from "./src/config/schema.ts";

// The log.
export { createLogger, type Logger, type LoggerOptions } from "./src/log.ts";

// Serving.
export type { ServerConfig } from "./src/mcp/server_config.ts";
export type { ServerOptions } from "./src/mcp/shared_server.ts";
export {
  createServer,
  type Ending,
  type Server,
  type Transport,
} from "./src/mcp/stdio.ts";

// Tools.
export type {
  AnyOfSchema,
  ArraySchema,
  BooleanSchema,
  Described,
  NullSchema,
  NumberSchema,
  ObjectSchema,
  RequiredNames,
  Schema,
  Simplify,
  Static,
  StaticObject,
  StringSchema,
} from "./src/schema/schema.ts";
export type { Issue } from "./src/schema/validate.ts";
export type { Caller, CallerIds, CallerSeal } from "./src/tools/caller.ts";
export {
  defineTool,
  type ErrorWording,
  type ToolSpec,
} from "./src/tools/define_tool.ts";
export type { ToolSet } from "./src/tools/registry.ts";
export type {
  StartedTask,
  TaskSource,
  TaskState,
  Tool,
  ToolAnnotations,
  ToolContext,
  ToolDefinition,
  ToolEnvironment,
  ToolFailure,
  ToolOutcome,
  ToolSuccess,
} from "./src/tools/tool.ts";

// The machine.
export type {
  ByteWriter,
  Cancel,
  Clock,
  DirEntry,
  Fetch,
  FileKind,
  Files,
  FileStat,
  HttpHost,
  HttpHostOptions,
  OpenFile,
  Port,
  Runtime,
  ThreadListener,
  Threads,
} from "./src/runtime/runtime.ts";
export { VERSION } from "./src/version.ts";
export { runtime };

/** Makes the built-in tools; the tools' own modules load only now. */
export async function loadTools(
  environment: ToolEnvironment,
): Promise<ToolSet> {
  const { createToolSet } = await loadToolModules();
  return createToolSet(environment);
}

if (import.meta.main) runtime.exit(await main(runtime));
