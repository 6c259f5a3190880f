/**
 * Who calls a tool. A transport makes one object per caller and passes the same
 * one with every call, so that what is kept for a caller can hang on it.
 */
export interface Caller {
  /** Tells callers apart, in limits and in logs. */
  readonly id: string;
  /**
   * Its calls are one conversation, so that a call may build on those before
   * it. Over stdio they are; over HTTP anyone's calls may come in between.
   */
  readonly hasSession: boolean;
}

/** The one caller over stdio: whoever started the process. */
export const STDIO_CALLER: Caller = { id: "stdio", hasSession: true };

/** Why a call was told to stop. */
export class CallAborted extends Error {
  /** Tells it from other errors. */
  override readonly name = "CallAborted";
  /**
   * `cancelled` by the client; `timed_out` where the client waits no longer;
   * `closing` with the connection. Only the first is a wish to stop the work.
   */
  readonly why: "cancelled" | "timed_out" | "closing";

  /** Keeps the client's own words as the message. */
  constructor(why: CallAborted["why"], message: string) {
    super(message);
    this.why = why;
  }
}
