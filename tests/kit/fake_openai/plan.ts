import type { ApiError } from "./check_request.ts";
import type { Script } from "./script.ts";

/** What goes wrong with a request. */
export type Fault =
  /** An error status; `echoKey` adds the request's key to its message. */
  | {
    readonly kind: "status";
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly error?: Partial<ApiError>;
    readonly echoKey?: boolean;
  }
  /**
   * Nothing comes, not even headers. That the client leaves goes unnoticed:
   * `Deno.serve` does not tell before a response; `startRawServer` does.
   */
  | { readonly kind: "hang" }
  /** So many events, then silence until the client leaves. */
  | { readonly kind: "stall"; readonly events: number }
  /** So many events, then the connection breaks. */
  | { readonly kind: "cut"; readonly events: number }
  /** So many events, then a clean end without the last one. */
  | { readonly kind: "end"; readonly events: number }
  /** So many events, then one that is no JSON. */
  | { readonly kind: "garbage"; readonly events: number }
  /** So many events, then an `error` event. */
  | {
    readonly kind: "error_event";
    readonly events: number;
    /** @default {"server_error"} */
    readonly code?: string;
    readonly message: string;
  }
  /** All events, but the connection stays open after them. */
  | { readonly kind: "linger" }
  /** A body of another kind, with status 200 unless told. */
  | {
    readonly kind: "raw";
    readonly status?: number;
    readonly contentType: string;
    readonly body: string | Uint8Array<ArrayBuffer>;
  };

/** What the fake API does with one request instead of answering normally. */
export interface Plan {
  readonly fault?: Fault;
  /** Replaces the answer. */
  readonly script?: Script;
  /** Only so many events happen until the response is released. */
  readonly paused?: number;
  /** The response is released after this time. */
  readonly lastsMs?: number;
  /** What a broken connection was to bring is finished all the same. */
  readonly finishes?: boolean;
  /** Waits before the first byte. */
  readonly delayMs?: number;
  /** Waits for this before the first byte. */
  readonly until?: Promise<void>;
  /** Sends bodies in pieces of so many bytes, one after another. */
  readonly pieceBytes?: number;
}
