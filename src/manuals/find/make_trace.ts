import type { SearchResult } from "../search/engine.ts";
import type { Applied, CacheMode } from "./applied.ts";
import type { ClaimGraph } from "./claim_graph.ts";
import { diagnoseRequired } from "./diagnose.ts";
import type { FindRequest } from "./find_request.ts";
import { nextActions } from "./next_actions.ts";
import type { CacheHit } from "./semantic_cache.ts";
import { summarize } from "./summary.ts";
import type { Trace } from "./trace.ts";

/** What a trace is made from besides the request. */
export interface TraceInput {
  readonly found: SearchResult;
  readonly mode: CacheMode;
  readonly exhaustiveWords: readonly string[];
  /** When one was asked for. */
  readonly claimGraph?: ClaimGraph;
}

/** Writes down what a search did and found. */
export function makeTrace(request: FindRequest, input: TraceInput): Trace {
  const { found, mode, claimGraph } = input;
  const paths = found.hits.map(({ path }) => path);
  const { summary, gaps } = summarize(paths, found.searched);
  const applied: Applied = {
    manual_id: request.manualId,
    requested_expand_scope: request.expandScope,
    expand_scope: false,
    ...diagnoseRequired(found.required, found.hits),
    sem_cache_used: mode !== "bypass",
    sem_cache_hit: false,
    sem_cache_mode: mode,
    sem_cache_score: null,
    sem_cache_latency_saved_ms: null,
  };
  return finish(request, input.exhaustiveWords, {
    manualId: request.manualId,
    applied,
    summary,
    hits: found.hits,
    unscanned: found.unscanned,
    gaps,
    runs: found.runs,
    ...claimGraph && { claimGraph },
  });
}

/** The trace of a search that was answered from memory. */
export function repeatTrace(
  request: FindRequest,
  hit: CacheHit,
  input: {
    readonly elapsedMs: number;
    readonly exhaustiveWords: readonly string[];
  },
): Trace {
  const applied: Applied = {
    ...hit.trace.applied,
    requested_expand_scope: request.expandScope,
    sem_cache_used: true,
    sem_cache_hit: true,
    sem_cache_mode: hit.mode,
    sem_cache_score: hit.score,
    sem_cache_latency_saved_ms: Math.max(0, hit.elapsedMs - input.elapsedMs),
  };
  return finish(request, input.exhaustiveWords, { ...hit.trace, applied });
}

function finish(
  request: FindRequest,
  exhaustiveWords: readonly string[],
  trace: Omit<Trace, "traceId" | "nextActions">,
): Trace {
  const traceId = crypto.randomUUID().replaceAll("-", "");
  const actions = nextActions({
    query: request.query,
    traceId,
    applied: trace.applied,
    topPath: trace.hits[0]?.path,
    exhaustiveWords,
  });
  return { ...trace, traceId, nextActions: actions };
}
