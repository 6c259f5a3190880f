import { claimGraphOf } from "./claim_graph_of.ts";
import { ManualError } from "../errors.ts";
import type { FormatTable } from "../formats/format.ts";
import { DamagedIndexError } from "../search/local/index/lazy_bytes.ts";
import type { IndexSnapshot } from "../search/local/index/index_snapshot.ts";
import { Library } from "../library/library.ts";
import { toManualError } from "../library/path_guard.ts";
import { TextAnalyzer } from "../search/local/tokens/text_analyzer.ts";
import { ExpiringMap } from "./expiring_map.ts";
import {
  checkFindParams,
  type FindParams,
  type FindRequest,
} from "./find_params.ts";
import {
  type FinderRuntime,
  ManualIndexes,
  type ManualIndexesOptions,
} from "../search/local/manual_indexes.ts";
import { pathsWithin } from "../search/local/paths_within.ts";
import { numberWords } from "../search/local/query/number_words.ts";
import { parseQuery, type Query } from "../search/local/query/query.ts";
import { type BaseModel, baseModel } from "../search/local/rank/base_score.ts";
import { rowsOfPaths } from "../search/local/rank/sections.ts";
import type { Applied } from "./applied.ts";
import type { ClaimGraph } from "./claim_graph.ts";
import type { HitItems } from "./hit_items.ts";
import type { HitKind } from "./hit_kinds.ts";
import { hits, type HitsParams, type HitsResult } from "./hits.ts";
import { makeTrace, repeatTrace } from "./make_trace.ts";
import type { NextAction } from "./next_actions.ts";
import type { Summary } from "./summary.ts";
import type { Trace } from "./trace.ts";
import { type TraceCandidate, traceCandidate } from "./trace_candidate.ts";
import { search } from "../search/local/search.ts";
import {
  type CacheHit,
  type CacheScope,
  SemanticCache,
} from "./semantic_cache.ts";

/** What a {@linkcode Finder} is made from. */
export interface FinderOptions extends ManualIndexesOptions {
  /** The directory whose sub-directories are the manuals. */
  readonly root: string;
  /**
   * How files are read.
   * @default {Markdown and JSON}
   */
  readonly formats?: FormatTable;
}

/** Who waits, and who is told. */
export interface FindOptions {
  /** Gives up waiting. */
  readonly signal?: AbortSignal;
  /** Told how many of how many files are indexed, now and then. */
  readonly progress?: (done: number, total: number) => void;
  /** Also returns these hits. */
  readonly inline?: Omit<HitsParams, "trace_id">;
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
}

type ClaimGraphs = (
  candidates: readonly TraceCandidate[],
) => Promise<ClaimGraph>;

/** What an answer needs to know besides what was asked. */
interface AnswerOptions {
  /** Search only the files with these paths, or below them. */
  readonly only: ReadonlySet<string> | undefined;
  readonly claimGraph: ClaimGraphs | undefined;
  /** When the call came, on the monotonic clock. */
  readonly started: number;
}

/**
 * Searches the manuals below a root, and keeps what it found for a while. Call
 * `close` when done: it stops what is still being indexed.
 */
export class Finder {
  readonly #runtime: FinderRuntime;
  readonly #options: FinderOptions;
  readonly #library: Library;
  readonly #analyzer = new TextAnalyzer();
  readonly #model: BaseModel;
  #numberWords: ReadonlySet<string> | undefined;
  readonly #indexes: ManualIndexes;
  readonly #traces: ExpiringMap<Trace>;
  readonly #cache: SemanticCache;

  /** Looks at nothing before the first call. */
  constructor(runtime: FinderRuntime, options: FinderOptions) {
    const { trace, cache } = options.settings;
    const { classes } = this.#analyzer;
    this.#model = baseModel(options.settings);
    this.#runtime = runtime;
    this.#options = options;
    this.#library = new Library(
      runtime.files,
      options.root,
      options.formats,
    );
    this.#indexes = new ManualIndexes(this.#library, runtime, {
      ...options,
      classes,
    });
    this.#traces = new ExpiringMap(runtime.clock, {
      maxKeep: trace.max_keep,
      ttlMs: trace.ttl_sec * 1000,
    });
    this.#cache = new SemanticCache(runtime.clock, cache);
  }

  /** Finds the sections of a manual that answer a query best. */
  async find(
    params: FindParams,
    options: FindOptions = {},
  ): Promise<FindResult> {
    const request = checkFindParams(params);
    // The manual may vanish at any moment.
    const trace = await this.#search(request, options)
      .catch((error: unknown) => {
        throw toManualError(error, request.manualId);
      });
    this.#traces.set(trace.trace_id, trace);
    const { trace_id, applied, claim_graph, summary, next_actions } = trace;
    const graph = claim_graph && { claim_graph };
    // Taken here: when the caller goes on, many searches that ended with this
    // one may have pushed its trace out.
    const top = options.inline &&
      { inline_hits: hits(trace, { trace_id, ...options.inline }) };
    return { trace_id, applied, ...graph, summary, next_actions, ...top };
  }

  async #search(request: FindRequest, options: FindOptions): Promise<Trace> {
    const started = this.#runtime.clock.monotonic();
    const only = this.#leftOut(request);
    const index = this.#indexes.get(request.manualId);
    const claimGraph = this.#claimGraphs(request);
    const answer = async (): Promise<Trace> => {
      const snapshot = await index.current({
        ...options.signal && { signal: options.signal },
        timeMs: request.timeMs,
        ...options.progress && { progress: options.progress },
      });
      return await this.#answer(request, snapshot, {
        only,
        claimGraph,
        started,
      });
    };
    return await answer().catch((error: unknown) => {
      if (!(error instanceof DamagedIndexError)) throw error;
      index.discard();
      return answer();
    });
  }

  /** Pages through what a search found. */
  hits<K extends HitKind = "candidates">(
    params: HitsParams<K>,
  ): HitsResult<HitItems[K]> {
    return hits(this.#trace(params.trace_id), params);
  }

  /** Waits until what is being indexed and written is done. */
  settled(): Promise<void> {
    return this.#indexes.settled();
  }

  /** Stops all work. */
  close(): void {
    this.#indexes.close();
  }

  #trace(id: string): Trace {
    const trace = this.#traces.get(id);
    if (trace) return trace;
    throw new ManualError({ kind: "missingTrace", traceId: id });
  }

  /** The paths that an earlier search left out, if only those are wanted. */
  #leftOut(request: FindRequest): ReadonlySet<string> | undefined {
    if (request.onlyUnscannedFrom === null) return undefined;
    const trace = this.#trace(request.onlyUnscannedFrom);
    if (trace.manual_id === request.manualId) {
      return new Set(trace.unscanned.map(({ path }) => path));
    }
    throw new ManualError({
      kind: "otherManual",
      parameter: "onlyUnscannedFrom",
      manualId: trace.manual_id,
    });
  }

  async #answer(
    request: FindRequest,
    snapshot: IndexSnapshot,
    { only, claimGraph, started }: AnswerOptions,
  ): Promise<Trace> {
    const { clock } = this.#runtime;
    const { settings } = this.#options;
    const exhaustiveWords = settings.lexicon.exhaustive;
    const query = parseQuery(request.query, this.#analyzer);
    const scope = scopeOf(request, snapshot);
    const hit = this.#remembered(request, query, scope);
    if (hit && hit !== "bypass" && !hit.guarded) {
      const elapsedMs = clock.monotonic() - started;
      return repeatTrace(request, hit, { elapsedMs, exhaustiveWords });
    }
    const within = only && pathsWithin(snapshot, only);
    const found = search({
      view: snapshot.view,
      query,
      text: request.query,
      requiredTerms: request.requiredTerms,
      maxCandidates: request.maxCandidates,
      deadline: started + request.timeMs,
      ...within && { only: rowsOfPaths(snapshot.view, within) },
    }, {
      analyzer: this.#analyzer,
      numberWords: () =>
        this.#numberWords ??= numberWords(
          settings.lexicon.number_context,
          this.#analyzer,
        ),
      settings,
      model: this.#model,
      clock,
    });
    const graph = claimGraph &&
      await claimGraph(found.sections.map(traceCandidate));
    const trace = makeTrace(request, {
      found,
      snapshot,
      mode: hit === "bypass" ? hit : hit ? "guard_revalidate" : "miss",
      ...within && { within },
      exhaustiveWords,
      ...graph && { claimGraph: graph },
    });
    const cut = found.cut ||
      snapshot.unscanned.some(({ reason }) => reason === "time_budget");
    if (hit !== "bypass" && !cut) {
      const elapsedMs = clock.monotonic() - started;
      this.#cache.add(query, scope, { trace, elapsedMs });
    }
    return trace;
  }

  #remembered(
    request: FindRequest,
    query: Query,
    scope: CacheScope,
  ): CacheHit | "bypass" | undefined {
    const wanted = request.useCache ?? this.#options.settings.cache.enabled;
    // A graph is no part of what is remembered, nor is a partial search.
    return wanted && !request.includeClaimGraph &&
        request.onlyUnscannedFrom === null
      ? this.#cache.find(query, scope)
      : "bypass";
  }

  /** Makes claim graphs, if one is wanted. */
  #claimGraphs(
    { includeClaimGraph, manualId }: FindRequest,
  ): ClaimGraphs | undefined {
    if (!includeClaimGraph) return undefined;
    const { settings } = this.#options;
    const source = { library: this.#library, manualId, settings };
    return (candidates) => claimGraphOf(source, candidates);
  }
}

function scopeOf(
  request: FindRequest,
  { root, version }: IndexSnapshot,
): CacheScope {
  const { manualId, maxCandidates, timeMs, requiredTerms } = request;
  return { manualId, root, version, maxCandidates, timeMs, requiredTerms };
}
