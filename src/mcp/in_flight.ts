import type { RequestId } from "../jsonrpc/messages.ts";
import { CallAborted } from "../tools/caller.ts";
import { Turns } from "../tools/turns.ts";

// Clients that give up waiting say so; the official ones in these words.
const TIMED_OUT = /time[ds]?[\s_-]?out|deadline|タイムアウト/i;

/** More of one kind wait, and cost next to nothing until they begin. */
export const MAX_BEGUN = 64;

/** What requests that wait may hold, in characters; then no more are taken. */
export const MAX_HELD = 16 * 1024 * 1024;

interface Call {
  readonly owner: object | undefined;
  /** Ends what has begun, or takes it out of its line. */
  abort(aborted: CallAborted): void;
}

/** What belongs to a request besides its id and its work. */
export interface RunOptions {
  /** Whoever may take all of its own calls back. */
  readonly owner?: object;
  /**
   * Requests of one kind wait for each other.
   * @default {""}
   */
  readonly kind?: string;
  /** Measures what it holds while it waits. */
  size?(): number;
}

/** The requests that are being worked on, by id. */
export class InFlight {
  readonly #calls = new Map<RequestId, Call>();
  readonly #turns = new Map<string, Turns>();
  #running = 0;
  #held = 0;
  #forRoom: (() => void)[] = [];

  /** How many ids are taken. */
  get size(): number {
    return this.#calls.size;
  }

  /** How much work runs or waits, cancelled work that runs included. */
  get running(): number {
    return this.#running;
  }

  /** Tells whether an id is taken. */
  has(id: RequestId): boolean {
    return this.#calls.has(id);
  }

  /** Requests that wait hold so much that no more should be taken. */
  get full(): boolean {
    return this.#held > MAX_HELD;
  }

  /** Waits until there is room for more. */
  async ready(): Promise<void> {
    while (this.full) {
      await new Promise<void>((resolve) => this.#forRoom.push(resolve));
    }
  }

  /**
   * Runs `work` under an id until it settles, as soon as enough of its kind have
   * been answered. The answer is `undefined` if the call was aborted meanwhile:
   * nothing may be sent for it then.
   */
  run<T>(
    id: RequestId,
    work: (signal: AbortSignal) => Promise<T>,
    { owner, kind = "", size }: RunOptions = {},
  ): Promise<T | undefined> {
    const call: Call = { owner, abort: () => undefined };
    this.#calls.set(id, call);
    this.#running++;
    const turns = this.#turns.get(kind) ?? new Turns(MAX_BEGUN);
    this.#turns.set(kind, turns);
    const begin = async (): Promise<T | undefined> => {
      try {
        return await begun(call, work);
      } finally {
        // A cancelled id may have been taken again by a newer call.
        if (this.#calls.get(id) === call) this.#calls.delete(id);
        this.#running--;
        turns.end();
        if (turns.unused) this.#turns.delete(kind);
      }
    };
    return turns.take()
      ? begin()
      : this.#wait(call, turns, begin, size?.() ?? 0);
  }

  /** Without a controller and all that hangs on one until it begins. */
  #wait<T>(
    call: Call,
    turns: Turns,
    begin: () => Promise<T | undefined>,
    size: number,
  ): Promise<T | undefined> {
    this.#held += size;
    return new Promise((resolve) => {
      const leave = turns.wait(() => {
        this.#release(size);
        resolve(begin());
      });
      call.abort = () => {
        leave();
        this.#running--;
        this.#release(size);
        resolve(undefined);
      };
    });
  }

  #release(size: number): void {
    this.#held -= size;
    if (!this.full) this.#forRoom.splice(0).forEach((resume) => resume());
  }

  /** Aborts one call and frees its id; `false` if there is none. */
  cancel(id: RequestId, reason: string): boolean {
    const call = this.#calls.get(id);
    if (!call) return false;
    this.#calls.delete(id);
    const why = TIMED_OUT.test(reason) ? "timed_out" : "cancelled";
    call.abort(new CallAborted(why, reason));
    return true;
  }

  /** Aborts every call. */
  abortAll(reason: string): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.abort(new CallAborted("closing", reason));
  }

  /** Aborts the calls of one owner. */
  abortOf(owner: object, aborted: CallAborted): void {
    for (const [id, call] of this.#calls) {
      if (call.owner !== owner) continue;
      this.#calls.delete(id);
      call.abort(aborted);
    }
  }
}

/** Begins a call, which can be aborted from now on. */
async function begun<T>(
  call: Call,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const { signal } = controller;
  call.abort = (aborted) => controller.abort(aborted);
  const result = await work(signal);
  return signal.aborted ? undefined : result;
}
