/**
 * JSON-RPC 2.0 as MCP uses it: the messages, what tells them apart, and the
 * error codes.
 *
 * @module
 */

/** A request's id. `0` and `""` are ids; `null` is not. */
export type RequestId = string | number;

/** Named parameters; MCP has no positional ones. */
export type Params = Readonly<Record<string, unknown>>;

/** A message that wants an answer. */
export interface JsonRpcRequest {
  jsonrpc: "2.0";
  id: RequestId;
  method: string;
  params?: Params;
}

/** A message that wants none. */
export interface JsonRpcNotification {
  jsonrpc: "2.0";
  method: string;
  params?: Params;
}

/** The error of a failed request. */
export interface JsonRpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** The answer to a request that worked. */
export interface JsonRpcResult {
  jsonrpc: "2.0";
  id: RequestId;
  result: Readonly<Record<string, unknown>>;
}

/** The answer to a request that failed; the id is `null` if it was not read. */
export interface JsonRpcFailure {
  jsonrpc: "2.0";
  id: RequestId | null;
  error: JsonRpcError;
}

/** Any answer. */
export type JsonRpcResponse = JsonRpcResult | JsonRpcFailure;

/** Any message that this server sends. */
export type JsonRpcMessage = JsonRpcResponse | JsonRpcNotification;

/** The error codes that JSON-RPC itself defines. */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
} as const;

/** A failure that is answered as a JSON-RPC error. */
export class ProtocolError extends Error {
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
  error: JsonRpcError | ProtocolError,
): JsonRpcFailure {
  return {
    jsonrpc: "2.0",
    id,
    error: error instanceof ProtocolError ? error.toJSON() : error,
  };
}
