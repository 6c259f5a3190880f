import type { RequestId } from "../jsonrpc/messages.ts";
import { CallAborted } from "../tools/caller.ts";

// Clients that give up waiting say so; the official ones in these words.
const TIMED_OUT = /time[ds]?[\s_-]?out|deadline|タイムアウト/i;

interface Call {
  readonly controller: AbortController;
  readonly owner: object | undefined;
}

/** The requests that are being worked on, by id. */
export class InFlight {
  readonly #calls = new Map<RequestId, Call>();
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
   * call was aborted meanwhile: nothing may be sent for it then. `owner` is
   * whoever may take all of its own calls back.
   */
  async run<T>(
    id: RequestId,
    work: (signal: AbortSignal) => Promise<T>,
    owner?: object,
  ): Promise<T | undefined> {
    const controller = new AbortController();
    const { signal } = controller;
    const call = { controller, owner };
    this.#calls.set(id, call);
    this.#running++;
    try {
      const result = await work(signal);
      return signal.aborted ? undefined : result;
    } finally {
      // A cancelled id may have been taken again by a newer call.
      if (this.#calls.get(id) === call) this.#calls.delete(id);
      this.#running--;
    }
  }

  /** Aborts one call and frees its id; `false` if there is none. */
  cancel(id: RequestId, reason: string): boolean {
    const call = this.#calls.get(id);
    if (!call) return false;
    this.#calls.delete(id);
    const why = TIMED_OUT.test(reason) ? "timed_out" : "cancelled";
    call.controller.abort(new CallAborted(why, reason));
    return true;
  }

  /** Aborts every call. */
  abortAll(reason: string): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { controller } of calls) {
      controller.abort(new CallAborted("closing", reason));
    }
  }

  /** Aborts the calls of one owner. */
  abortOf(owner: object, aborted: CallAborted): void {
    for (const [id, call] of this.#calls) {
      if (call.owner !== owner) continue;
      this.#calls.delete(id);
      call.controller.abort(aborted);
    }
  }
}
