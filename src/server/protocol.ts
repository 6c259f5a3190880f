/**
 * The Model Context Protocol as far as this server speaks it. Our own types: an
 * import from the official packages would reach the published declarations. A
 * test proves them assignable to the official ones.
 *
 * @module
 */
import type { RequestId } from "../jsonrpc/messages.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { ToolAnnotations } from "../tools/tool.ts";

/** Revisions that are negotiated by `initialize`. */
export const LEGACY_VERSIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
] as const;

/** The answer to a client that asks for a revision we do not know. */
export const FALLBACK_VERSION = "2025-06-18";

/** The one legacy revision that has JSON-RPC batches. */
export const BATCH_VERSION = "2025-03-26";

/** Stateless revisions, named by every request in its `_meta`. */
export const MODERN_VERSIONS = ["2026-07-28"] as const;

/** Keys of `_meta` that the protocol defines. */
export const Meta = {
  ProtocolVersion: "io.modelcontextprotocol/protocolVersion",
  ClientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  ServerInfo: "io.modelcontextprotocol/serverInfo",
} as const;

/** The error code for a modern revision that we do not speak. */
export const UNSUPPORTED_VERSION = -32022;

/** How long a client may keep our lists: they do not change while we run. */
export const CACHE = { ttlMs: 3_600_000, cacheScope: "private" } as const;

/** Who we are. */
export interface Implementation {
  name: string;
  version: string;
  title?: string;
}

/** What we can do: tools, and nothing else. */
export interface ServerCapabilities {
  tools: Record<string, never>;
}

/** The answer to `initialize`. */
export interface InitializeResult {
  protocolVersion: string;
  capabilities: ServerCapabilities;
  serverInfo: Implementation;
  instructions: string;
}

/** The answer to `server/discover`. */
export interface DiscoverResult {
  supportedVersions: string[];
  capabilities: ServerCapabilities;
  instructions: string;
  ttlMs: number;
  cacheScope: "public" | "private";
}

/** A tool in the answer to `tools/list`. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: ToolAnnotations;
}

/** The answer to `tools/list`. */
export interface ListToolsResult {
  tools: ListedTool[];
}

/** A piece of text for the model. */
export interface TextContent {
  type: "text";
  text: string;
}

/** The answer to `tools/call`. */
export interface CallToolResult {
  content: TextContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** A sign of life from a long call. */
export interface ProgressNotificationParams {
  progressToken: RequestId;
  progress: number;
  message?: string;
}
