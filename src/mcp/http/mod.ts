/**
 * The server over Streamable HTTP, for any host that speaks in web-standard
 * requests and responses.
 *
 * @example Serve a tool of your own
 * ```ts
 * import {
 *   createLogger,
 *   defineTool,
 *   runtime,
 * } from "@uchimanajet7/openai-responses-mcp";
 * import { defaultConfig } from "@uchimanajet7/openai-responses-mcp/config";
 * import { createHttpHandler } from "@uchimanajet7/openai-responses-mcp/http";
 * import assert from "node:assert/strict";
 *
 * const hello = defineTool({
 *   name: "hello",
 *   title: "Greet",
 *   description: "Says hello.",
 *   group: "greetings",
 *   input: { type: "object", properties: {} },
 *   annotations: { readOnlyHint: true },
 *   run: () => ({ ok: true, text: "Hello!" }),
 * });
 * const handler = createHttpHandler({
 *   config: defaultConfig(),
 *   runtime,
 *   log: createLogger(runtime),
 *   loadTools: () => Promise.resolve({ tools: [hello] }),
 * });
 *
 * // Deno.serve(handler.fetch), or any other host.
 * const response = await handler.fetch(
 *   new Request("http://localhost/mcp", {
 *     method: "POST",
 *     headers: {
 *       "content-type": "application/json",
 *       "accept": "application/json, text/event-stream",
 *       "mcp-protocol-version": "2026-07-28",
 *       "mcp-method": "tools/call",
 *       "mcp-name": "hello",
 *     },
 *     body: JSON.stringify({
 *       jsonrpc: "2.0",
 *       id: 1,
 *       method: "tools/call",
 *       params: {
 *         name: "hello",
 *         _meta: {
 *           "io.modelcontextprotocol/protocolVersion": "2026-07-28",
 *           "io.modelcontextprotocol/clientCapabilities": {},
 *         },
 *       },
 *     }),
 *   }),
 * );
 * const { result } = await response.json();
 * assert.equal(result.content[0].text, "Hello!");
 * await handler.drain();
 * ```
 *
 * @module
 */
export {
  createHttpHandler,
  type HttpHandler,
  type HttpOptions,
} from "./http_handler.ts";
export type { Access } from "./metrics.ts";
