import type { Library } from "../../library/library.ts";
import { toManualError } from "../../library/path_guard.ts";
import type {
  SearchEngine,
  SearchOptions,
  SearchQuestion,
  SearchResult,
} from "../engine.ts";
import { findFiles } from "./index/file_entries.ts";
import type { IndexSnapshot } from "./index/index_snapshot.ts";
import { DamagedIndexError } from "./index/lazy_bytes.ts";
import {
  type EngineRuntime,
  ManualIndexes,
  type ManualIndexesOptions,
} from "./manual_indexes.ts";
import { pathsWithin } from "./paths_within.ts";
import { countSections, rowsOfPaths } from "./rank/sections.ts";
import {
  search,
  type SearchInput,
  type SearchTools,
  searchTools,
} from "./search.ts";

/** What of a manual is searched. */
interface Scope extends Pick<SearchResult, "searched" | "unscanned"> {
  /** Rows of the index; all of them when absent. */
  readonly only?: ReturnType<typeof rowsOfPaths>;
}

/**
 * The embedded engine: an index of each manual in this process, kept on disk
 * between processes.
 */
export class LocalEngine implements SearchEngine {
  readonly #tools: SearchTools;
  readonly #indexes: ManualIndexes;

  /** Looks at nothing before the first search. */
  constructor(
    library: Library,
    runtime: EngineRuntime,
    options: ManualIndexesOptions,
  ) {
    this.#tools = searchTools(options.settings, runtime.clock);
    const { classes } = this.#tools.analyzer;
    this.#indexes = new ManualIndexes(library, runtime, {
      ...options,
      classes,
    });
  }

  /** Searches the index, brought up to date as far as time allows. */
  async search(
    question: SearchQuestion,
    options: SearchOptions = {},
  ): Promise<SearchResult | "unchanged"> {
    try {
      return await this.#search(question, options);
    } catch (error) {
      // The manual may vanish at any moment.
      throw toManualError(error, question.manualId);
    }
  }

  async #search(
    question: SearchQuestion,
    { signal, isCancelled, progress, knownVersion }: SearchOptions,
  ): Promise<SearchResult | "unchanged"> {
    const deadline = this.#tools.clock.monotonic() + question.timeMs;
    return await this.#indexes.use(question.manualId, async (index) => {
      const answer = async (): Promise<SearchResult | "unchanged"> => {
        const snapshot = await index.current({
          ...signal && { signal },
          timeMs: question.timeMs,
          ...progress && { progress },
        });
        return knownVersion === versionOf(snapshot)
          ? "unchanged"
          : this.#answer(question, snapshot, {
            deadline,
            ...isCancelled && { isCancelled },
          });
      };
      return await answer().catch((error: unknown) => {
        if (!(error instanceof DamagedIndexError)) throw error;
        index.discard();
        return answer();
      });
    });
  }

  #answer(
    { query, requiredTerms, maxHits, only }: SearchQuestion,
    snapshot: IndexSnapshot,
    limits: Pick<SearchInput, "deadline" | "isCancelled">,
  ): SearchResult {
    const { view } = snapshot;
    const scope = only ? scopeWithin(snapshot, only) : wholeScope(snapshot);
    const found = search({
      ...{ view, text: query, requiredTerms, maxHits, ...limits },
      ...scope.only && { only: scope.only },
    }, this.#tools);
    return {
      ...found,
      searched: scope.searched,
      unscanned: scope.unscanned,
      cut: found.cut ||
        snapshot.unscanned.some(({ reason }) => reason === "time_budget"),
      version: versionOf(snapshot),
    };
  }

  /** Waits until what is being indexed and written is done. */
  settled(): Promise<void> {
    return this.#indexes.settled();
  }

  /** Stops indexing; resolves when all that is indexed has been written. */
  close(): Promise<void> {
    return this.#indexes.close();
  }
}

/** With the directory: a root that is a link may lead elsewhere now. */
function versionOf({ version, root }: IndexSnapshot): string {
  return `${version} ${root}`;
}

function wholeScope({ view, unscanned }: IndexSnapshot): Scope {
  return {
    searched: { files: view.files, sections: view.sections },
    unscanned,
  };
}

function scopeWithin(
  snapshot: IndexSnapshot,
  paths: readonly string[],
): Scope {
  const { view, unscanned } = snapshot;
  const within = pathsWithin(snapshot, new Set(paths));
  const only = rowsOfPaths(view, within);
  return {
    only,
    searched: {
      files: findFiles(view.segments, within).size,
      sections: countSections(view, only),
    },
    unscanned: unscanned.filter(({ path }) => within.has(path)),
  };
}
