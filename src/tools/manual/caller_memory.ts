import type { LastRead, ReadMemory } from "../../manuals/library/read.ts";
import type { Caller } from "../caller.ts";

/** Files whose last read is remembered. */
export const MAX_REMEMBERED = 256;

/** What earlier calls of one caller mean to its later ones. */
export class CallerMemory {
  /** The last read of each file. */
  readonly reads: ReadMemory = new RecentReads();
  readonly #listing = new Set<Promise<unknown>>();
  #listed = false;

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

/** A bounded memory: the files read longest ago are forgotten first. */
class RecentReads implements ReadMemory {
  readonly #reads = new Map<string, LastRead>();

  get(file: string): LastRead | undefined {
    return this.#reads.get(file);
  }

  set(file: string, last: LastRead): void {
    this.#reads.delete(file);
    this.#reads.set(file, last);
    if (this.#reads.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#reads.keys()) {
      this.#reads.delete(oldest);
      return;
    }
  }

  delete(file: string): void {
    this.#reads.delete(file);
  }
}
