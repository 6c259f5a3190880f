/**
 * The Model Context Protocol: its revisions, which of its two eras a request
 * belongs to, the answers that open a session, and its methods.
 *
 * @module
 */
import type { ServerConfig } from "../config/start_settings.ts";
import {
  ErrorCode,
  type Params,
  ProtocolError,
  type Request,
} from "../jsonrpc/messages.ts";
import { loadToolMethods } from "../lazy.ts";
import type { Logger } from "../log.ts";
import { isObject } from "../schema/value.ts";
import { show } from "../text/show.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { NAME, VERSION } from "../version.ts";
import type { RequestHandler } from "./connection.ts";
import type { DiscoverResult, InitializeResult } from "./protocol.ts";

/** Revisions that are negotiated by `initialize`. */
const LEGACY_VERSIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
] as const;

/** The answer to a client that asks for a revision we do not know. */
const FALLBACK_VERSION = "2025-06-18";

/** The one legacy revision that has JSON-RPC batches. */
const BATCH_VERSION = "2025-03-26";

/** Stateless revisions, named by every request in its `_meta`. */
const MODERN_VERSIONS = ["2026-07-28"] as const;

/** Keys of `_meta` that the protocol defines. */
const Meta = {
  ProtocolVersion: "io.modelcontextprotocol/protocolVersion",
  ClientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  ServerInfo: "io.modelcontextprotocol/serverInfo",
} as const;

/** The error code for a modern revision that we do not speak. */
export const UNSUPPORTED_VERSION = -32022;

/** How long a client may keep our lists: they do not change while we run. */
export const CACHE = { ttlMs: 3_600_000, cacheScope: "private" } as const;

/** The two ways to speak MCP: with a handshake, or a version on every request. */
export type Era = "legacy" | "modern";

/**
 * Tells from a request's `_meta` how it wants to be answered. Nothing is
 * remembered: one connection may mix both.
 */
function eraOf(params: Params | undefined): Era {
  const meta = params?._meta;
  if (!isObject(meta) || !Object.hasOwn(meta, Meta.ProtocolVersion)) {
    return "legacy";
  }
  const requested = meta[Meta.ProtocolVersion];
  if (typeof requested !== "string") {
    throw invalidMeta(Meta.ProtocolVersion, requested, "a string");
  }
  if (!(MODERN_VERSIONS as readonly string[]).includes(requested)) {
    throw new ProtocolError(
      UNSUPPORTED_VERSION,
      `Unsupported protocol version ${
        show(requested)
      }; use one of data.supported, or initialize for an older revision`,
      { supported: [...MODERN_VERSIONS], requested },
    );
  }
  const capabilities = meta[Meta.ClientCapabilities];
  if (!isObject(capabilities)) {
    throw invalidMeta(Meta.ClientCapabilities, capabilities, "an object");
  }
  return "modern";
}

function invalidMeta(key: string, got: unknown, want: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidParams,
    `Invalid _meta: ${key} is ${show(got)}, wanted ${want}`,
    { field: `_meta.${key}` },
  );
}

/** Gives a result the members that its era asks for. */
function inEra(era: Era, result: object): object {
  if (era === "legacy") return result;
  return {
    resultType: "complete",
    ...result,
    _meta: { [Meta.ServerInfo]: { name: NAME, version: VERSION } },
  };
}

const ANSWER =
  `answer, answer_detailed and answer_quick answer a question from the web with cited sources. Ask one self-contained question; use answer unless depth (answer_detailed) or speed (answer_quick) matters. Pass the response_id of an answer as previous_response_id to ask a follow-up.`;

const IRIS =
  `iris is an assistant that searches the web and can run code; continue with its Response ID.`;

const MANUAL =
  `manual_* search local manuals offline. Call manual_ls first; then manual_find with one or two required_terms, manual_read for a hit's section, manual_scan to read on.`;

/** What the server tells a client's model of itself; clients cut at 2,048. */
export function instructionsFor(config: ServerConfig): string {
  const groups = new Set<string>(config.server.tools);
  const parts: string[] = [];
  if (groups.has("answer")) parts.push(ANSWER);
  if (groups.has("iris")) parts.push(IRIS);
  if (groups.has("manual") && config.manuals.root !== null) parts.push(MANUAL);
  return parts.join("\n");
}

/** Answers `initialize`; never with a modern revision. */
function initialize(
  params: Params | undefined,
  instructions: string,
): InitializeResult {
  const asked = params?.protocolVersion;
  const known = LEGACY_VERSIONS.find((version) => version === asked);
  return {
    protocolVersion: known ?? FALLBACK_VERSION,
    capabilities: { tools: {} },
    serverInfo: { name: NAME, version: VERSION },
    instructions,
  };
}

/** Answers `server/discover`. */
function discover(instructions: string): DiscoverResult {
  return {
    supportedVersions: [...MODERN_VERSIONS],
    capabilities: { tools: {} },
    instructions,
    ...CACHE,
  };
}

/** What the handler of one connection uses of its server. */
export interface McpOptions {
  /** Loads the tools; called when a request first needs them. */
  registry(): Promise<ToolRegistry>;
  /** What the server tells a client of itself. */
  readonly instructions: string;
  /** How a failed tool call is told. */
  readonly toolErrors: "result" | "jsonrpc";
  readonly log: Logger;
  /** Sends a notification to this client, or drops it if it does not read. */
  notify(method: string, params: Readonly<Record<string, unknown>>): void;
  /** Called when the tools have been listed. */
  onListed(): void;
}

/** MCP for one client, in both eras. */
export class McpHandler implements RequestHandler {
  readonly #options: McpOptions;
  /** Answers to `tools/list`: they do not change while we run. */
  readonly #lists = new Map<Era, string>();
  /** One promise for all requests: two imports may end in any order. */
  #methods: ReturnType<typeof loadToolMethods> | undefined;
  #batches = false;

  /** Makes the handler of one connection. */
  constructor(options: McpOptions) {
    this.#options = options;
  }

  /** True once a revision with batches has been negotiated. */
  get acceptsBatches(): boolean {
    return this.#batches;
  }

  /** Answers what needs no tools. */
  now({ method, params }: Request): string | undefined {
    switch (method) {
      case "initialize":
        return this.#initialize(params);
      case "ping":
        return "{}";
      case "server/discover":
        return this.#discover(params);
      case "tools/list":
        return this.#lists.get(eraOf(params));
      case "tools/call":
        return undefined;
      default:
        throw new ProtocolError(
          ErrorCode.MethodNotFound,
          `Unknown method: ${method.slice(0, 100).toWellFormed()}`,
        );
    }
  }

  /** Answers `tools/list` and `tools/call`. */
  async later(request: Request, signal: AbortSignal): Promise<string> {
    const { method, params } = request;
    const era = eraOf(params);
    const { callTool, listTools } = await (this.#methods ??= loadToolMethods());
    const registry = await this.#options.registry();
    if (method === "tools/call") {
      const result = await callTool(params, {
        ...this.#options,
        registry,
        signal,
      });
      return JSON.stringify(inEra(era, result));
    }
    const text = JSON.stringify(inEra(era, listTools(registry, era)));
    this.#lists.set(era, text);
    this.#options.onListed();
    return text;
  }

  #initialize(params: Params | undefined): string {
    const result = initialize(params, this.#options.instructions);
    this.#batches = result.protocolVersion === BATCH_VERSION;
    return JSON.stringify(result);
  }

  #discover(params: Params | undefined): string {
    // Answered without `_meta` too: it is how a client finds out.
    eraOf(params);
    const result = discover(this.#options.instructions);
    return JSON.stringify(inEra("modern", result));
  }
}
