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
  /**
   * Marks ids that go out to it, so that no other caller can use them. There
   * is none where all callers are the same person.
   */
  readonly ids?: CallerIds;
  /** Seals what the caller keeps for us, so that nobody else can read it. */
  readonly seal?: CallerSeal;
}

/** Ids of one caller. */
export interface CallerIds {
  /** Adds the caller's mark to an id. */
  mark(id: string): Promise<string>;
  /** The bare id; `undefined` if the mark is missing or another caller's. */
  unmark(marked: string): Promise<string | undefined>;
  /** Stands for the caller towards others, without naming it. */
  alias(): Promise<string>;
}

/** Seals texts that one caller keeps and only the server can read. */
export interface CallerSeal {
  /** Encrypts a text for the caller. */
  seal(text: string): Promise<string>;
  /** The text; `undefined` if it is forged, or another caller's. */
  unseal(sealed: string): Promise<string | undefined>;
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
