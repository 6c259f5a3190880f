import type { Clock } from "../../runtime/runtime.ts";
import { ManualError } from "../errors.ts";
import type { ManualLibrary } from "../library/manual_library.ts";
import type {
  SearchEngine,
  SearchQuestion,
  SearchResult,
} from "../search/engine.ts";
import { parseQuery, type Query } from "../search/local/query/query.ts";
import { TextAnalyzer } from "../search/local/tokens/text_analyzer.ts";
import type { FindSettings } from "../search/settings.ts";
import type { Applied } from "./applied.ts";
import type { ClaimGraph } from "./claim_graph.ts";
import { claimGraphOf } from "./claim_graph_of.ts";
import { ExpiringMap } from "./expiring_map.ts";
import { checkFindParams, type FindParams } from "./find_params.ts";
import { type FindRequest, findRequest } from "./find_request.ts";
import type { HitItems, UnscannedItem } from "./hit_items.ts";
import type { HitKind } from "./hit_kinds.ts";
import { hits, type HitsParams, type HitsResult } from "./hits.ts";
import { makeTrace, repeatTrace } from "./make_trace.ts";
import type { NextAction } from "./next_actions.ts";
import { type CacheHit, SemanticCache } from "./semantic_cache.ts";
import type { Summary } from "./summary.ts";
import type { Trace } from "./trace.ts";

/** What a {@linkcode Finder} is made from. */
export interface FinderOptions {
  /** What finds sections; the finder closes it. */
  readonly engine: SearchEngine;
  /** Where claim graphs read text. */
  readonly library: ManualLibrary;
  /** Time, for what expires. */
  readonly clock: Clock;
  /** The settings of searches. */
  readonly settings: FindSettings;
}

/** Whose search it is. */
export interface TraceOwner {
  /**
   * Who asks: only whoever made a search may see its hits.
   * @default {""}
   */
  readonly caller?: string;
}

/** Who waits, and who is told. */
export interface FindOptions extends TraceOwner {
  /** Gives up waiting. */
  readonly signal?: AbortSignal;
  /** Told how many of how many files are indexed, now and then. */
  readonly progress?: (done: number, total: number) => void;
  /** Also returns these hits. */
  readonly inline?: Omit<HitsParams, "trace_id">;
  /** Also returns the first files that were not searched. */
  readonly unscanned?: boolean;
  /**
   * Nobody will page through what is found: it takes no other's place.
   * @default {false}
   */
  readonly untraced?: boolean;
}

/** What a search returns. */
export interface FindResult {
  /** Names this search for `hits`. */
  readonly trace_id: string;
  /** What was done with what was asked for. */
  readonly applied: Applied;
  /** Only when it was asked for. */
  readonly claim_graph?: ClaimGraph;
  /** How much was found, and how one-sided. */
  readonly summary: Summary;
  /** What to call next. */
  readonly next_actions: readonly NextAction[];
  /** Only when they were asked for. */
  readonly inline_hits?: HitsResult;
  /** Only when they were asked for. */
  readonly unscanned?: HitsResult<UnscannedItem>;
}

/** What the cache is asked with, and what it answered. */
interface CacheLook {
  readonly query: Query;
  /** The manual's version when it was last searched. */
  readonly version: string | undefined;
  readonly hit: CacheHit | undefined;
}

/**
 * Searches manuals with an engine, and keeps what it found for a while. Call
 * `close` when done: it stops what is still being indexed.
 */
export class Finder {
  readonly #options: FinderOptions;
  readonly #analyzer = new TextAnalyzer();
  readonly #traces: ExpiringMap<Trace & Required<TraceOwner>>;
  readonly #cache: SemanticCache;
  /** Of the manuals that were searched, by id. */
  readonly #versions: ExpiringMap<string>;

  /** Looks at nothing before the first call. */
  constructor(options: FinderOptions) {
    const { clock, settings: { trace, cache } } = options;
    this.#options = options;
    this.#traces = new ExpiringMap(clock, {
      maxKeep: trace.max_keep,
      ttlMs: trace.ttl_sec * 1000,
    });
    this.#cache = new SemanticCache(clock, cache);
    this.#versions = new ExpiringMap(clock, {
      maxKeep: cache.max_keep,
      ttlMs: cache.ttl_sec * 1000,
    });
  }

  /** Finds the sections of a manual that answer a query best. */
  async find(
    params: FindParams,
    options: FindOptions = {},
  ): Promise<FindResult> {
    return await this.answer(findRequest(checkFindParams(params)), options);
  }

  /** Answers a request, which nobody checks again. */
  async answer(
    request: FindRequest,
    options: FindOptions = {},
  ): Promise<FindResult> {
    const { caller = "", inline } = options;
    const trace = await this.#search(request, options);
    if (!options.untraced) {
      this.#traces.set(trace.traceId, { ...trace, caller });
    }
    const { traceId: trace_id, applied, claimGraph, summary } = trace;
    return {
      trace_id,
      applied,
      ...claimGraph && { claim_graph: claimGraph },
      summary,
      next_actions: trace.nextActions,
      // Taken here: when the caller goes on, many searches that ended with this
      // one may have pushed its trace out.
      ...inline && { inline_hits: hits(trace, { trace_id, ...inline }) },
      ...options.unscanned &&
        { unscanned: hits(trace, { trace_id, kind: "unscanned" }) },
    };
  }

  /** Pages through what a search found. */
  hits<K extends HitKind = "candidates">(
    params: HitsParams<K>,
    { caller = "" }: TraceOwner = {},
  ): HitsResult<HitItems[K]> {
    return hits(this.#trace(params.trace_id, caller), params);
  }

  /** Waits until what is being indexed and written is done. */
  settled(): Promise<void> {
    return this.#options.engine.settled();
  }

  /** Stops all work. */
  close(): Promise<void> {
    return this.#options.engine.close();
  }

  async #search(request: FindRequest, options: FindOptions): Promise<Trace> {
    const { clock, engine, settings } = this.#options;
    const exhaustiveWords = settings.lexicon.exhaustive;
    const started = clock.monotonic();
    const question = this.#question(request, options.caller ?? "");
    const look = this.#lookUp(request);
    const hit = look?.hit;
    const { signal, progress } = options;
    const found = await engine.search(question, {
      ...signal && { signal },
      ...progress && { progress },
      ...hit && !hit.guarded && look.version !== undefined &&
        { knownVersion: look.version },
    });
    if (found === "unchanged") {
      if (!hit) throw new TypeError("The engine answered what was not asked");
      const elapsedMs = clock.monotonic() - started;
      return repeatTrace(request, hit, { elapsedMs, exhaustiveWords });
    }
    const claimGraph = await this.#claimGraph(request, found);
    const revalidates = hit && look?.version === found.version;
    const trace = makeTrace(request, {
      found,
      mode: !look ? "bypass" : revalidates ? "guard_revalidate" : "miss",
      exhaustiveWords,
      ...claimGraph && { claimGraph },
    });
    if (look) this.#remember(request, look.query, { found, trace, started });
    return trace;
  }

  #question(request: FindRequest, caller: string): SearchQuestion {
    const { manualId, query, requiredTerms, maxHits, timeMs } = request;
    const only = this.#leftOut(request, caller);
    return {
      ...{ manualId, query, requiredTerms, maxHits, timeMs },
      ...only && { only },
    };
  }

  #trace(id: string, caller: string): Trace {
    const trace = this.#traces.get(id);
    if (trace?.caller === caller) return trace;
    throw new ManualError({ kind: "missingTrace", traceId: id });
  }

  /** The paths that an earlier search left out, if only those are wanted. */
  #leftOut(request: FindRequest, caller: string): string[] | undefined {
    if (request.onlyUnscannedFrom === null) return undefined;
    const trace = this.#trace(request.onlyUnscannedFrom, caller);
    if (trace.manualId === request.manualId) {
      return trace.unscanned.map(({ path }) => path);
    }
    throw new ManualError({
      kind: "otherManual",
      parameter: "onlyUnscannedFrom",
      manualId: trace.manualId,
    });
  }

  /** Asks the cache; nothing where it has no part in the search. */
  #lookUp(request: FindRequest): CacheLook | undefined {
    const wanted = request.useCache ?? this.#options.settings.cache.enabled;
    // Neither a graph nor a partial search is remembered.
    if (
      !wanted || request.includeClaimGraph || request.onlyUnscannedFrom !== null
    ) return undefined;
    const query = parseQuery(request.query, this.#analyzer);
    const version = this.#versions.get(request.manualId);
    const hit = version === undefined
      ? undefined
      : this.#cache.find(query, { ...request, version });
    return { query, version, hit };
  }

  #remember(
    request: FindRequest,
    query: Query,
    { found, trace, started }: {
      readonly found: SearchResult;
      readonly trace: Trace;
      readonly started: number;
    },
  ): void {
    const { version } = found;
    this.#versions.set(request.manualId, version);
    if (found.cut) return;
    const elapsedMs = this.#options.clock.monotonic() - started;
    this.#cache.add(query, { ...request, version }, { trace, elapsedMs });
  }

  async #claimGraph(
    { includeClaimGraph, manualId }: FindRequest,
    { hits }: SearchResult,
  ): Promise<ClaimGraph | undefined> {
    if (!includeClaimGraph) return undefined;
    const { library, settings } = this.#options;
    return await claimGraphOf({ library, manualId, settings }, hits);
  }
}
