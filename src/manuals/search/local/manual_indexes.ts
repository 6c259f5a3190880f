import { defaultCacheDirectory } from "../../../config/paths.ts";
import { joinPath } from "../../../text/path.ts";
import type { Runtime } from "../../../runtime/runtime.ts";
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

/** The indexes of the manuals of a library, each made at its first use. */
export class ManualIndexes {
  readonly #library: Library;
  readonly #runtime: EngineRuntime;
  readonly #options: ManualIndexesOptions & { readonly classes: CharClasses };
  readonly #indexes = new Map<string, ManualIndex>();
  /** The index that was asked for last, and how long that is no time ago. */
  #last: { id: string; index: ManualIndex; until: number } | undefined;

  /** Looks at nothing yet. */
  constructor(
    library: Library,
    runtime: EngineRuntime,
    options: ManualIndexesOptions & { readonly classes: CharClasses },
  ) {
    this.#library = library;
    this.#runtime = runtime;
    this.#options = options;
  }

  /**
   * The index of a manual, by the manual's id. Where the manual is, is looked
   * up as often as its files are.
   */
  get(manualId: string): ManualIndex {
    const { files, clock } = this.#runtime;
    const now = clock.monotonic();
    const last = this.#last;
    if (last?.id === manualId && now < last.until) return last.index;
    const root = files.realPathSync(this.#library.directory(manualId));
    let index = this.#indexes.get(root);
    if (!index) {
      index = this.#make(root);
      this.#indexes.set(root, index);
    }
    const until = now + this.#options.settings.refresh_ms;
    this.#last = { id: manualId, index, until };
    return index;
  }

  #make(root: string): ManualIndex {
    const { settings, classes, cacheDir, warn } = this.#options;
    const { files, clock } = this.#runtime;
    const dir = cacheDir === null
      ? defaultCacheDirectory(this.#runtime)
      : cacheDir;
    return new ManualIndex({
      root,
      files,
      clock,
      classes,
      formats: this.#library.formats,
      maxFileBytes: settings.max_file_bytes,
      refreshMs: settings.refresh_ms,
      ...dir !== undefined &&
        { store: createIndexStore(files, joinPath(dir, "manuals"), root) },
      ...warn && { warn },
    });
  }

  /** Waits until what is being indexed and written is done. */
  async settled(): Promise<void> {
    for (const index of this.#indexes.values()) await index.settled();
  }

  /** Stops all work. */
  close(): void {
    for (const index of this.#indexes.values()) index.close();
  }
}
