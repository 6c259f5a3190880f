import { isObject, show } from "../schema/validate.ts";
import {
  ErrorCode,
  isRequestId,
  type Params,
  ProtocolError,
  type RequestId,
} from "./messages.ts";

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
    return invalid(null, "id must be a string or an integer");
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
