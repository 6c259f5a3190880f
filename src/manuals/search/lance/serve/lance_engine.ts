import type { Clock } from "../../../../runtime/runtime.ts";
import type {
  SearchEngine,
  SearchOptions,
  SearchQuestion,
  SearchResult,
} from "../../engine.ts";
import { IndexView } from "../../local/index/index_view.ts";
import { linkSegment } from "../../local/index/link_segment.ts";
import { rowsOfPaths } from "../../local/rank/sections.ts";
import { search, type SearchTools, searchTools } from "../../local/search.ts";
import type { FindSettings } from "../../settings.ts";
import { gatherCandidates } from "./candidates.ts";
import type { LanceStore, OpenManual } from "./lance_store.ts";
import { PublishedIndex } from "./published_index.ts";
import { literal } from "../rows.ts";

/** What the engine is opened with. */
export interface LanceEngineOptions {
  readonly clock: Clock;
  readonly settings: FindSettings;
}

/**
 * The engine over published manuals: LanceDB proposes, the ranking of the
 * embedded engine decides, with the counts of the whole manual.
 */
export class LanceEngine implements SearchEngine {
  readonly #store: LanceStore;
  readonly #tools: SearchTools;

  /** Looks at nothing before the first search. */
  constructor(store: LanceStore, { clock, settings }: LanceEngineOptions) {
    this.#store = store;
    this.#tools = searchTools(settings, clock);
  }

  /** Searches what was published last. */
  async search(
    question: SearchQuestion,
    { signal, knownVersion }: SearchOptions = {},
  ): Promise<SearchResult | "unchanged"> {
    signal?.throwIfAborted();
    const { clock } = this.#tools;
    const deadline = clock.monotonic() + question.timeMs;
    const limits = { clock, deadline, ...signal && { signal } };
    return await this.#store.use(question.manualId, async (manual) => {
      if (knownVersion === versionOf(manual)) return "unchanged";
      return await this.#answer(question, manual, limits);
    }, limits);
  }

  async #answer(
    question: SearchQuestion,
    manual: OpenManual,
    limits: Limits,
  ): Promise<SearchResult> {
    const { analyzer: { classes } } = this.#tools;
    const index = await within(
      manual.remember("index", () => PublishedIndex.open(manual, classes)),
      limits,
    );
    const { query: text, requiredTerms, maxHits, only } = question;
    const isWithin = only && withinPaths(only);
    const found = index && await within(
      gatherCandidates(question, index, {
        tools: this.#tools,
        ...only && { where: predicateOf(only) },
        ...limits,
      }),
      limits,
    );
    const { published: { files, sections, problems } } = manual;
    const pieces = found?.segments ?? [];
    const links = linkSegment(found?.links ?? [], classes);
    const view = new IndexView([...pieces, links], index?.whole);
    const paths = new Set(pieces.map((piece) => piece.path(0)));
    const scope = isWithin && rowsOfPaths(
      view,
      new Set([...paths].filter(isWithin)),
    );
    const result = search({
      ...{ view, text, requiredTerms, maxHits, deadline: limits.deadline },
      ...scope && { only: scope },
      ...found && { counted: found.counted },
    }, this.#tools);
    const unscanned = problems
      .map(([path, reason]) => ({ path, reason }))
      .filter(({ path }) => isWithin?.(path) ?? true);
    return {
      ...result,
      searched: found ? { files, sections } : { files: 0, sections: 0 },
      unscanned: found?.isComplete
        ? unscanned
        : [{ path: "", reason: "time_budget" }, ...unscanned],
      cut: result.cut || !found?.isComplete,
      version: versionOf(manual),
    };
  }

  /** Nothing goes on after an answer. */
  settled(): Promise<void> {
    return Promise.resolve();
  }

  /** There is no work to stop. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** When a search is to end. */
interface Limits {
  readonly clock: Clock;
  /** On the monotonic clock. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

function versionOf({ published: { table, version } }: OpenManual): string {
  return `${table} ${version}`;
}

/** The result of work; nothing when time runs out before. */
async function within<T>(
  work: Promise<T>,
  { clock, deadline, signal }: Limits,
): Promise<T | undefined> {
  const left = Math.max(0, deadline - clock.monotonic());
  const ended = new AbortController();
  const tooLate = new Promise<undefined>((resolve, reject) => {
    const cancel = clock.after(left, () => resolve(undefined));
    ended.signal.addEventListener("abort", cancel);
    signal?.addEventListener("abort", () => reject(signal.reason), ended);
  });
  try {
    // An abort before now calls nobody any more.
    signal?.throwIfAborted();
    return await Promise.race([work, tooLate]);
  } finally {
    ended.abort();
    // What comes too late is nobody's.
    work.catch(() => undefined);
  }
}

/** Tells whether a path is one of some, or below one. */
function withinPaths(only: readonly string[]): (path: string) => boolean {
  return (path) =>
    only.some((one) =>
      one === "" || path === one || path.startsWith(`${one}/`)
    );
}

function predicateOf(only: readonly string[]): string | undefined {
  if (only.includes("")) return undefined;
  return only.map((path) =>
    `path = ${literal(path)} OR starts_with(path, ${literal(`${path}/`)})`
  ).join(" OR ") || "false";
}
