import type { LastRead, ReadMemory } from "../../manuals/library/read.ts";
import type { Caller } from "../caller.ts";

/** What earlier calls of one caller mean to its later ones. */
export class CallerMemory {
  readonly #listing = new Set<Promise<unknown>>();
  #listed = false;
  #calls = 0;
  /** Calls that are being worked on, by their number, and what they read. */
  readonly #inFlight = new Map<number, string | undefined>();
  /** The number of the last call that succeeded, and what it read. */
  #last: { readonly call: number; readonly read?: LastRead } = { call: 0 };

  /** Notes a `manual_ls`, which counts once it has succeeded. */
  note(listing: Promise<unknown>): void {
    this.#listing.add(listing);
    const settle = (listed: boolean): void => {
      this.#listing.delete(listing);
      this.#listed ||= listed;
    };
    listing.then(() => settle(true), () => settle(false));
  }

  /** Tells whether a `manual_ls` has succeeded; waits for one in flight. */
  async hasListed(): Promise<boolean> {
    if (!this.#listed) await Promise.allSettled(this.#listing);
    return this.#listed;
  }

  /**
   * Runs a call, which counts if it succeeds, in the order in which calls came:
   * a read goes on from the one right before it. Of two equal ones at once
   * neither is before the other.
   *
   * @param reads What a `manual_read` was asked for; nothing for other calls.
   */
  async run<T>(
    reads: string | undefined,
    work: (memory: ReadMemory) => Promise<T>,
  ): Promise<T> {
    const call = ++this.#calls;
    const between = [...this.#inFlight].some(([other, what]) =>
      other > this.#last.call && (what === undefined || what !== reads)
    );
    const last = between ? undefined : this.#last.read;
    let read: LastRead | undefined;
    this.#inFlight.set(call, reads);
    try {
      const result = await work({ last, note: (done) => read = done });
      if (call > this.#last.call) {
        this.#last = read === undefined ? { call } : { call, read };
      }
      return result;
    } finally {
      this.#inFlight.delete(call);
    }
  }
}

/** The memories of one server's callers; each goes with its caller. */
export class CallerMemories {
  readonly #byCaller = new WeakMap<Caller, CallerMemory>();

  /** The caller's memory; none for one whose calls stand alone. */
  of(caller: Caller): CallerMemory | undefined {
    if (!caller.hasSession) return undefined;
    let memory = this.#byCaller.get(caller);
    if (!memory) this.#byCaller.set(caller, memory = new CallerMemory());
    return memory;
  }
}
