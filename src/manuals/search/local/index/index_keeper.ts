import type { Clock } from "../../../../runtime/runtime.ts";
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
    } catch (error) {
      this.warn("read", error);
    }
    return this.#stored?.state;
  }

  /** It is in use, which nobody could tell from its file otherwise. */
  get isOld(): boolean {
    const now = this.#options.clock.now();
    return this.#stored !== undefined &&
      now - this.#stored.writtenMs >= RENEW_MS;
  }

  /** Writes an index. */
  async write(state: IndexState): Promise<void> {
    const { store } = this.#options;
    if (!store) return;
    await store.save(state);
    // To write it, all of it was read.
    this.close();
  }

  /** Lets go of what is open. */
  close(): void {
    this.#stored?.close();
    this.#stored = undefined;
  }

  /** Tells what went wrong. */
  warn(action: "read" | "write", error: unknown): void {
    const { root, warn } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    warn?.(
      `cannot ${action} the index of ${root}: ${reason}; going on without`,
    );
  }
}
