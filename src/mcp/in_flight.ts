import type { RequestId } from "../jsonrpc/messages.ts";
import { CallAborted } from "../tools/caller.ts";

// Clients that give up waiting say so; the official ones in these words.
const TIMED_OUT = /time[ds]?[\s_-]?out|deadline|タイムアウト/i;

/** The requests that are being worked on, by id. */
export class InFlight {
  readonly #calls = new Map<RequestId, AbortController>();
  #running = 0;

  /** How many ids are taken. */
  get size(): number {
    return this.#calls.size;
  }

  /** How much work runs, cancelled work included. */
  get running(): number {
    return this.#running;
  }

  /** Tells whether an id is taken. */
  has(id: RequestId): boolean {
    return this.#calls.has(id);
  }

  /**
   * Runs `work` under an id until it settles. The answer is `undefined` if the
   * call was aborted meanwhile: nothing may be sent for it then.
   */
  async run<T>(
    id: RequestId,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#calls.set(id, controller);
    this.#running++;
    try {
      const result = await work(signal);
      return signal.aborted ? undefined : result;
    } finally {
      // A cancelled id may have been taken again by a newer call.
      if (this.#calls.get(id) === controller) this.#calls.delete(id);
      this.#running--;
    }
  }

  /** Aborts one call and frees its id; `false` if there is none. */
  cancel(id: RequestId, reason: string): boolean {
    const controller = this.#calls.get(id);
    if (!controller) return false;
    this.#calls.delete(id);
    const why = TIMED_OUT.test(reason) ? "timed_out" : "cancelled";
    controller.abort(new CallAborted(why, reason));
    return true;
  }

  /** Aborts every call. */
  abortAll(reason: string): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.abort(new CallAborted("closing", reason));
  }
}
