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
