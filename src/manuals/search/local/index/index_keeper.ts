import { type Clock, FileError } from "../../../../runtime/runtime.ts";
import { RENEW_MS } from "./index_directory.ts";
import type { IndexState } from "./index_file.ts";
import type { IndexStore, StoredIndex } from "./index_store.ts";

/** What {@linkcode IndexKeeper} needs of an index's options. */
export interface IndexKeeperOptions {
  /** The manual's directory. */
  readonly root: string;
  readonly clock: Clock;
  readonly store?: IndexStore;
  readonly warn?: (line: string) => void;
}

/**
 * Keeps the index of a manual in its store, if there is one, and holds what is
 * open of it. What goes wrong costs time, not answers: it is only told.
 */
export class IndexKeeper {
  readonly #options: IndexKeeperOptions;
  #stored: StoredIndex | undefined;
  #failed = false;
  #unread = false;
  #told = "";

  /** Reads nothing yet. */
  constructor(options: IndexKeeperOptions) {
    this.#options = options;
  }

  /** Reads an index, which stays open until it was written or closed. */
  async read(
    load: (store: IndexStore) => Promise<StoredIndex | undefined>,
  ): Promise<IndexState | undefined> {
    const { store } = this.#options;
    try {
      this.#stored = store && await load(store);
      this.#unread = false;
    } catch (error) {
      this.#unread = true;
      this.warn("read", error);
    }
    return this.#stored?.state;
  }

  /** The last read failed, as without a descriptor: the next may not. */
  get isUnread(): boolean {
    return this.#unread;
  }

  /**
   * It is to be written though it did not change: the last time that failed, as
   * on a full disk, or nobody could tell from its file that it is in use.
   */
  get isDue(): boolean {
    const now = this.#options.clock.now();
    return this.#failed ||
      this.#stored !== undefined && now - this.#stored.writtenMs >= RENEW_MS;
  }

  /** Writes an index. */
  async write(state: IndexState): Promise<void> {
    const { store } = this.#options;
    if (!store) return;
    this.#failed = true;
    await store.save(state);
    this.#failed = false;
    this.#told = "";
    // To write it, all of it was read.
    this.close();
  }

  /** Lets go of what is open. */
  close(): void {
    this.#stored?.close();
    this.#stored = undefined;
  }

  /** Tells what went wrong, but not each time. */
  warn(action: "read" | "write", error: unknown): void {
    const { root, warn } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    const what = error instanceof FileError ? error.kind : reason;
    if (this.#told === `${action} ${what}`) return;
    this.#told = `${action} ${what}`;
    warn?.(
      `cannot ${action} the index of ${root}: ${reason}; going on without`,
    );
  }
}
