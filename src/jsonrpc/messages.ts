/**
 * JSON-RPC 2.0 as MCP uses it: the messages, what tells them apart, and the
 * error codes.
 *
 * @module
 */

import { isObject } from "../schema/value.ts";
import { show } from "../text/show.ts";

/** A request's id. `0` and `""` are ids; `null` is not. */
export type RequestId = string | number;

/** Named parameters; MCP has no positional ones. */
export type Params = Readonly<Record<string, unknown>>;

/** A message that wants no answer. */
export interface JsonRpcNotification {
  jsonrpc: "2.0";
  method: string;
  params?: Params;
}

/** The error of a failed request. */
export interface JsonRpcError {
  /** What kind of failure: a JSON-RPC error code. */
  code: number;
  /** The failure in one sentence. */
  message: string;
  /** Details for the client. */
  data?: unknown;
}

/** The answer to a request that failed; the id is `null` if it was not read. */
export interface JsonRpcFailure {
  jsonrpc: "2.0";
  id: RequestId | null;
  error: JsonRpcError;
}

/** The error codes that JSON-RPC defines, and two of those it leaves free. */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  ServerBusy: -32000,
  ToolFailed: -32001,
} as const;

/** A failure that is answered as a JSON-RPC error. */
export class ProtocolError extends Error {
  /** Tells it from other errors. */
  override readonly name = "ProtocolError";
  /** The JSON-RPC error code. */
  readonly code: number;
  /** Details for the client. */
  readonly data: unknown;

  /** Makes an error with an optional `data` member. */
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** The error as it goes over the wire. */
  toJSON(): JsonRpcError {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** Tells whether a value can be a request's id. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Makes the answer to a request that failed. */
export function failure(
  id: RequestId | null,
  error: ProtocolError,
): JsonRpcFailure {
  return { jsonrpc: "2.0", id, error: error.toJSON() };
}

/** A request whose envelope is in order. */
export interface Request {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params | undefined;
}

/** What a decoded value turned out to be. */
export type Envelope =
  | { kind: "request"; request: Request }
  | { kind: "notification"; method: string; params: Params | undefined }
  | { kind: "response" }
  | { kind: "invalid"; id: RequestId | null; error: ProtocolError };

/** Tells requests, notifications and responses apart, and all else from them. */
export function readEnvelope(message: unknown): Envelope {
  if (!isObject(message)) return invalid(null, "a message is an object");
  const { jsonrpc, method, params } = message;
  const id = isRequestId(message.id) ? message.id : null;
  if (jsonrpc !== "2.0") return invalid(id, 'jsonrpc must be "2.0"');
  if (method === undefined && ("result" in message || "error" in message)) {
    return { kind: "response" };
  }
  if (typeof method !== "string") return invalid(id, "method must be a string");
  if ("id" in message && id === null) {
    const problem = `id is ${show(message.id)}, wanted a string or an integer`;
    return invalid(null, `${problem} below 2^53`);
  }
  if (params !== undefined && !isObject(params)) {
    if (id === null) return { kind: "notification", method, params: undefined };
    return invalid(id, `params is ${show(params)}, wanted an object`);
  }
  return id === null
    ? { kind: "notification", method, params }
    : { kind: "request", request: { id, method, params } };
}

function invalid(id: RequestId | null, problem: string): Envelope {
  const code = ErrorCode.InvalidRequest;
  const error = new ProtocolError(code, `Invalid request: ${problem}`);
  return { kind: "invalid", id, error };
}
