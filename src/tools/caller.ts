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
