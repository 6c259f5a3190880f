import { type ApiObject, fieldsOf, objectsIn, textIn } from "../api_object.ts";

/** Where a request failed. */
export type FailureKind =
  /** The server answered with an error status. */
  | "http"
  /** No connection could be made: nothing was sent. */
  | "unreachable"
  /** The connection broke, or fell silent, after something was sent. */
  | "connection"
  /** The runtime does not let us connect. */
  | "permission"
  /** The SDK itself is not there: Deno fetches it for the first question. */
  | "package"
  /** The server answered with something that is no response. */
  | "protocol"
  /** The server says, inside a response or a stream, that it failed. */
  | "reported"
  /** The server sent more than is read. */
  | "too_big";

/** Fields of {@linkcode ApiFailure}. */
export interface ApiFailureFields {
  readonly kind: FailureKind;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly type?: string | undefined;
  /** Name of the SDK's exception. */
  readonly exception?: string | undefined;
  /** The error object as the server sent it. */
  readonly body?: unknown;
  /** `retry-after-ms` and `retry-after`, as they came. */
  readonly retryAfter?: RetryAfterHeaders | undefined;
  /** An answer had begun: asking again would pay twice. */
  readonly begun?: boolean | undefined;
}

/** The two headers in which a server says how long to wait. */
export interface RetryAfterHeaders {
  readonly ms?: string | undefined;
  readonly value?: string | undefined;
}

/** A failed request, independent of the SDK that made it. */
export class ApiFailure extends Error implements ApiFailureFields {
  override readonly name = "ApiFailure";
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly type: string | undefined;
  readonly exception: string | undefined;
  readonly body: unknown;
  readonly retryAfter: RetryAfterHeaders | undefined;
  readonly begun: boolean;

  /** Keeps the SDK's own error as `cause`. */
  constructor(message: string, fields: ApiFailureFields, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = fields.kind;
    this.status = fields.status;
    this.code = fields.code;
    this.param = fields.param;
    this.type = fields.type;
    this.exception = fields.exception;
    this.body = fields.body;
    this.retryAfter = fields.retryAfter;
    this.begun = fields.begun ?? false;
  }
}

/**
 * A failure that the server reports inside a response or a stream: its word
 * that the request gave nothing, unless the answer had begun.
 */
export function reportedFailure(
  error: unknown,
  fallback: string,
  begun: boolean,
): ApiFailure {
  const fields = fieldsOf(error);
  const message = textIn(fields.message) ?? textIn(error) ?? fallback;
  return new ApiFailure(message, {
    kind: "reported",
    code: textIn(fields.code),
    param: textIn(fields.param),
    type: textIn(fields.type),
    body: error,
    begun,
  });
}

/** A failure, marked as one of a request whose answer had begun. */
export function begunFailure(failure: ApiFailure): ApiFailure {
  const fields = { ...failure, begun: true };
  return new ApiFailure(failure.message, fields, failure.cause);
}

const PASSING =
  /^(server_error|internal(_server)?_error|rate_limit(_exceeded|_error)?|too_many_requests|service_unavailable(_error)?|slow_down|429|5\d\d)$|overloaded/i;

/** Tells whether a failure that a server reports will pass, by its names. */
export function isPassing({ code = "", type = "" }: ApiFailure): boolean {
  return PASSING.test(code) || (code === "" && PASSING.test(type));
}

/**
 * Puts the body of an error into the API's form, `{error: {message}}`. Some
 * servers send the fields bare, others what was wrong as `detail`; of that only
 * the words are taken, as it may quote the request.
 */
export function inApiForm(body: unknown): ApiObject {
  const fields = fieldsOf(body);
  if ("error" in fields) return fields;
  const message = textIn(fields.message) ?? textIn(fields.detail) ??
    textIn(wordsIn(fields.detail).join("; "));
  if (message === undefined) return fields;
  const { code, param, type } = fields;
  return { error: { message, code, param, type } };
}

function wordsIn(detail: unknown): string[] {
  return objectsIn(detail).flatMap((item) => textIn(item.msg) ?? []);
}
