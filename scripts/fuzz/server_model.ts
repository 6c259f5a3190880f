/**
 * What a server must answer, derived from the rules alone: which ids, and for
 * envelopes which error. It follows one connection message by message.
 *
 * @module
 */
import { isObject } from "../../src/schema/value.ts";

/** An answer that must come: its id, and the error code where it is certain. */
export interface Expected {
  readonly id: string | number | null;
  readonly code?: number;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHODS = [
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
];
/** Methods that only the legacy era has. */
const HANDSHAKE = ["initialize", "ping"];
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** The name of the tool that answers only when it is told to. */
export const HELD = "held";

/** A connection as it should behave. */
export class ServerModel {
  /** Ids whose call waits for {@linkcode release}. */
  readonly #held = new Set<unknown>();
  /** Ids of calls that are answered after the burst that they came in. */
  #later = new Set<unknown>();
  #batches = false;
  readonly #listed = new Set<string>();
  #listing: string[] = [];

  /** Takes the texts of one burst; gives the answers that must follow it. */
  burst(texts: readonly string[]): Expected[] {
    const now = texts.flatMap((text) => this.#text(text));
    const later = [...this.#later].map((id) => ({ id } as Expected));
    this.#later = new Set();
    for (const era of this.#listing.splice(0)) this.#listed.add(era);
    return [...now, ...later];
  }

  /** Lets every held call answer. */
  release(): Expected[] {
    const ids = [...this.#held].map((id) => ({ id } as Expected));
    this.#held.clear();
    return ids;
  }

  #text(text: string): Expected[] {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return [{ id: null, code: PARSE_ERROR }];
    }
    if (!Array.isArray(message)) return this.#message(message);
    return this.#batches && message.length > 0
      ? message.flatMap((item) => this.#message(item))
      : [{ id: null, code: INVALID_REQUEST }];
  }

  #message(message: unknown): Expected[] {
    const code = INVALID_REQUEST;
    if (!isObject(message)) return [{ id: null, code }];
    const { jsonrpc, method, params } = message;
    const valid = isId(message.id) ? message.id : null;
    const id = this.#busy(valid) ? null : valid;
    if (jsonrpc !== "2.0") return [{ id, code }];
    const answers = "result" in message || "error" in message;
    if (method === undefined && answers) return [];
    if (typeof method !== "string") return [{ id, code }];
    if ("id" in message && valid === null) return [{ id: null, code }];
    if (params !== undefined && !isObject(params)) {
      return valid === null ? [] : [{ id, code }];
    }
    if (valid === null) return this.#notification(method, params ?? {});
    if (id === null) return [{ id, code }];
    return this.#request(valid, method, params ?? {});
  }

  #busy(id: string | number | null): boolean {
    return id !== null && (this.#held.has(id) || this.#later.has(id));
  }

  #notification(method: string, params: Record<string, unknown>): Expected[] {
    if (method === "notifications/cancelled") {
      this.#held.delete(params.requestId);
      this.#later.delete(params.requestId);
    }
    return [];
  }

  #request(
    id: string | number,
    method: string,
    params: Record<string, unknown>,
  ): Expected[] {
    const told = eraOf(params);
    // Half a modern handshake is a legacy one.
    const era = method === "initialize" && told === "bad" ? "legacy" : told;
    if (era === "bad") return [{ id }];
    const known = METHODS.includes(method) &&
      !(era === "modern" && HANDSHAKE.includes(method));
    if (!known) return [{ id, code: -32601 }];
    if (method === "initialize") {
      this.#batches = params.protocolVersion === "2025-03-26";
    }
    if (method === "tools/list" && !this.#listed.has(era)) {
      this.#listing.push(era);
    } else if (method !== "tools/call") {
      return [{ id }];
    }
    const waits = method === "tools/call" &&
      params.name === HELD && takesNothing(params.arguments);
    (waits ? this.#held : this.#later).add(id);
    return [];
  }
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function takesNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isObject(value) && Object.keys(value).length === 0;
}

function eraOf({ _meta: meta }: Record<string, unknown>): string {
  if (!isObject(meta) || !Object.hasOwn(meta, VERSION_KEY)) return "legacy";
  const capabilities = meta["io.modelcontextprotocol/clientCapabilities"];
  return meta[VERSION_KEY] === "2026-07-28" && isObject(capabilities)
    ? "modern"
    : "bad";
}
