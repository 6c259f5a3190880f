/**
 * The Model Context Protocol as far as this server speaks it. Types only, so
 * that the module costs nothing at start; and types of our own: an import from
 * the official packages would reach the published declarations. A test proves
 * them assignable to the official ones.
 *
 * @module
 */
import type { RequestId } from "../jsonrpc/messages.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { ToolAnnotations } from "../tools/tool.ts";

/** Who we are. */
export interface Implementation {
  name: string;
  version: string;
}

/** What we can do: tools and, in the modern era, extensions. */
export interface ServerCapabilities {
  tools: Record<string, never>;
  extensions?: Record<string, Record<string, never>>;
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

/** The answer to `tools/list`; with cache hints in the modern era. */
export interface ListToolsResult {
  tools: ListedTool[];
  ttlMs?: number;
  cacheScope?: "public" | "private";
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

/** Work that goes on after its call was answered. */
export interface Task {
  taskId: string;
  status: "working" | "completed" | "failed" | "cancelled";
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  lastUpdatedAt: string;
  /** How long it can be asked for, from its creation. */
  ttlMs: number;
  pollIntervalMs: number;
}

/** The answer to a `tools/call` whose work goes on. */
export interface CreateTaskResult extends Task {
  resultType: "task";
}

/** A sign of life from a long call. */
export interface ProgressNotificationParams {
  progressToken: RequestId;
  progress: number;
  message?: string;
}
