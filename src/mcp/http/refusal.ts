import { ErrorCode, failure, ProtocolError } from "../../jsonrpc/messages.ts";
import type { RequestId } from "../../jsonrpc/messages.ts";

/** A request that is turned away with a status of its own. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /** One word, for metrics and the log. */
  readonly reason: string;
  readonly error: ProtocolError;
  readonly headers: Readonly<Record<string, string>>;
  /** The request that is refused, once it is known. */
  id: RequestId | null = null;

  /** Takes JSON-RPC's error, or a sentence for one. */
  constructor(
    status: number,
    reason: string,
    error: ProtocolError | string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const told = typeof error === "string"
      ? new ProtocolError(ErrorCode.ServerBusy, error)
      : error;
    super(told.message);
    this.status = status;
    this.reason = reason;
    this.error = told;
    this.headers = headers;
  }

  /** The answer, in the form that clients of MCP read. */
  toResponse(): Response {
    return new Response(JSON.stringify(failure(this.id, this.error)), {
      status: this.status,
      headers: { ...JSON_TYPE, ...this.headers },
    });
  }
}

/** What a JSON answer says of itself. */
export const JSON_TYPE = {
  "content-type": "application/json",
  "cache-control": "no-store",
} as const;
