import { defaultCacheDirectory } from "../../../config/paths.ts";
import { joinPath } from "../../../text/path.ts";
import type { Runtime } from "../../../runtime/runtime.ts";
import { IndexDirectory } from "./index/index_directory.ts";
import { createIndexStore } from "./index/index_store.ts";
import { ManualIndex } from "./index/manual_index.ts";
import type { Library } from "../../library/library.ts";
import type { CharClasses } from "./tokens/char_class.ts";
import type { FindSettings } from "../settings.ts";

/** The parts of the runtime that searching uses. */
export type EngineRuntime = Pick<Runtime, "files" | "clock" | "env" | "os">;

/** Options of {@linkcode ManualIndexes}. */
export interface ManualIndexesOptions {
  /** Weights and limits of the search. */
  readonly settings: FindSettings;
  /**
   * Where indexes are kept between processes: a directory, `null` for the
   * user's cache directory, nowhere when absent.
   */
  readonly cacheDir?: string | null;
  /** Told what goes wrong without failing a call. */
  readonly warn?: (line: string) => void;
}

/** Open indexes hold memory, and large ones a descriptor each. */
const MAX_OPEN = 32;
const MAX_OPEN_FILES = 200_000;

interface OpenIndex {
  readonly index: ManualIndex;
  /** Searches under way. */
  users: number;
}

/**
 * Those to close of what is open, the last used last: as many as it takes, but
 * none that is in use, and never the only one.
 */
export function surplus<T extends { files: number; users: number }>(
  open: readonly T[],
): T[] {
  let count = open.length;
  let files = open.reduce((sum, each) => sum + each.files, 0);
  return open.filter((each) => {
    const fits = count <= MAX_OPEN && files <= MAX_OPEN_FILES;
    if (fits || count === 1 || each.users > 0) return false;
    count--;
    files -= each.files;
    return true;
  });
}

/**
 * The indexes of the manuals of a library, each opened at its first use. Those
 * that were not used for longest are closed again.
 */
export class ManualIndexes {
  readonly #library: Library;
  readonly #runtime: EngineRuntime;
  readonly #options: ManualIndexesOptions & { readonly classes: CharClasses };
  readonly #directory: IndexDirectory | undefined;
  /** By the real path of their manual, the last used last. */
  readonly #open = new Map<string, OpenIndex>();
  readonly #closing = new Set<Promise<void>>();
  /** The manual that was asked for last, and how long that is no time ago. */
  #last: { id: string; root: string; until: number } | undefined;

  /** Looks at nothing yet. */
  constructor(
    library: Library,
    runtime: EngineRuntime,
    options: ManualIndexesOptions & { readonly classes: CharClasses },
  ) {
    this.#library = library;
    this.#runtime = runtime;
    this.#options = options;
    const { files, clock } = runtime;
    const dir = options.cacheDir === null
      ? defaultCacheDirectory(runtime)
      : options.cacheDir;
    this.#directory = dir === undefined
      ? undefined
      : new IndexDirectory(files, clock, joinPath(dir, "manuals"));
  }

  /** Does something with the index of a manual, which stays open meanwhile. */
  async use<T>(
    manualId: string,
    work: (index: ManualIndex) => Promise<T>,
  ): Promise<T> {
    const root = this.#root(manualId);
    const open = this.#open.get(root) ??
      { index: this.#make(manualId, root), users: 0 };
    this.#open.delete(root);
    this.#open.set(root, open);
    open.users++;
    try {
      return await work(open.index);
    } finally {
      open.users--;
      this.#closeSome();
    }
  }

  /** Where a manual is, is looked up as often as its files are. */
  #root(manualId: string): string {
    const { files, clock } = this.#runtime;
    const now = clock.monotonic();
    const last = this.#last;
    if (last?.id === manualId && now < last.until) return last.root;
    const root = files.realPathSync(this.#library.directory(manualId));
    const until = now + this.#options.settings.refresh_ms;
    this.#last = { id: manualId, root, until };
    return root;
  }

  #make(manual: string, root: string): ManualIndex {
    const { settings, classes, warn } = this.#options;
    const { files, clock } = this.#runtime;
    const { formats } = this.#library;
    const maxFileBytes = settings.max_file_bytes;
    const source = { manual, root, endings: formats.endings, maxFileBytes };
    return new ManualIndex({
      root,
      files,
      clock,
      classes,
      formats,
      maxFileBytes,
      refreshMs: settings.refresh_ms,
      ...this.#directory &&
        { store: createIndexStore(this.#directory, source) },
      ...warn && { warn },
    });
  }

  #closeSome(): void {
    const open = [...this.#open].map(([root, { index, users }]) => ({
      root,
      index,
      users,
      files: index.size,
    }));
    for (const { root, index } of surplus(open)) this.#close(root, index);
  }

  #close(root: string, index: ManualIndex): void {
    this.#open.delete(root);
    const closing = index.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** Waits until what is being indexed and written is done. */
  async settled(): Promise<void> {
    for (const { index } of this.#open.values()) await index.settled();
    await Promise.all(this.#closing);
  }

  /** Stops indexing; resolves when all that is indexed has been written. */
  async close(): Promise<void> {
    for (const [root, { index }] of this.#open) this.#close(root, index);
    await Promise.all(this.#closing);
  }
}
