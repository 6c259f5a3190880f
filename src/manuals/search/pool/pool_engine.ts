import type { Threads } from "../../../runtime/runtime.ts";
import type {
  SearchEngine,
  SearchOptions,
  SearchQuestion,
  SearchResult,
} from "../engine.ts";
import type { OpenMessage } from "./messages.ts";
import { SearchThread } from "./search_thread.ts";

/** Each has indexes of its own open. */
const MAX_THREADS = 4;

/** What a {@linkcode PoolEngine} is made from. */
export interface PoolOptions extends OpenMessage {
  readonly threads: Threads;
  /** Told what goes wrong without failing a search. */
  readonly warn?: (line: string) => void;
}

/**
 * The embedded engine in threads of its own, so that no search holds up the one
 * that serves. All of them work on the same stored indexes; more than one is
 * started only while there is work for it.
 */
export class PoolEngine implements SearchEngine {
  readonly #options: PoolOptions;
  /** Those that were started, the first one first. */
  readonly #threads = new Set<SearchThread>();
  /** Manuals that have been searched whole: their indexes are stored. */
  readonly #indexed = new Set<string>();
  #most: number | undefined;

  /** Starts nothing before the first search. */
  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Searches in the thread that has least to do. */
  async search(
    question: SearchQuestion,
    options: SearchOptions = {},
  ): Promise<SearchResult | "unchanged"> {
    this.#most ??= Math.min(await this.#options.threads.spare(), MAX_THREADS);
    options.signal?.throwIfAborted();
    const { manualId } = question;
    const found = await this.#thread(manualId).search(question, options);
    if (found !== "unchanged" && !found.cut) this.#indexed.add(manualId);
    return found;
  }

  /** Waits until all of them have stored what they indexed. */
  async settled(): Promise<void> {
    await Promise.all([...this.#threads].map((each) => each.settled()));
  }

  /** Ends all of them, once they have stored what they indexed. */
  async close(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear();
    await Promise.all(threads.map((each) => each.close()));
  }

  #thread(manualId: string): SearchThread {
    const threads = [...this.#threads];
    // What is being indexed for the first time is indexed once.
    const indexing = this.#indexed.has(manualId)
      ? undefined
      : threads.find((each) => each.searches(manualId));
    if (indexing) return indexing;
    const [first] = threads.sort((a, b) => a.load - b.load);
    const full = threads.length >= (this.#most ?? 1);
    return first && (first.load === 0 || full) ? first : this.#start();
  }

  #start(): SearchThread {
    const { threads, warn, ...open } = this.#options;
    const thread: SearchThread = new SearchThread({
      threads,
      open,
      ...warn && { warn },
      died: () => this.#threads.delete(thread),
    });
    this.#threads.add(thread);
    return thread;
  }
}
