import { findPlaces } from "../search/local/index/file_places.ts";
import type { IndexSnapshot } from "../search/local/index/index_snapshot.ts";
import type { FindRequest } from "./find_params.ts";
import { countSections, rowsOfPaths } from "../search/local/rank/sections.ts";
import type { SearchOutput } from "../search/local/search.ts";
import type { CacheHit } from "./semantic_cache.ts";
import type { Applied, CacheMode } from "./applied.ts";
import type { ClaimGraph } from "./claim_graph.ts";
import { nextActions } from "./next_actions.ts";
import { summarize } from "./summary.ts";
import type { Trace } from "./trace.ts";

/** What a trace is made from besides the request. */
export interface TraceInput {
  readonly found: SearchOutput;
  readonly snapshot: IndexSnapshot;
  readonly mode: CacheMode;
  /** Only the files with these paths were searched. */
  readonly within?: ReadonlySet<string>;
  readonly exhaustiveWords: readonly string[];
  /** When one was asked for. */
  readonly claimGraph?: ClaimGraph;
}

/** Writes down what a search did and found. */
export function makeTrace(request: FindRequest, input: TraceInput): Trace {
  const { found, snapshot, mode, within } = input;
  const paths = found.sections.map(({ ranked }) => ranked.candidate.path);
  const { summary, gaps } = summarize(paths, scannedOf(snapshot, within));
  const applied: Applied = {
    manual_id: request.manualId,
    requested_expand_scope: request.expandScope,
    expand_scope: false,
    ...found.diagnosis,
    sem_cache_used: mode !== "bypass",
    sem_cache_hit: false,
    sem_cache_mode: mode,
    sem_cache_score: null,
    sem_cache_latency_saved_ms: null,
  };
  return finish(request, input.exhaustiveWords, {
    manual_id: request.manualId,
    applied,
    summary,
    sections: found.sections,
    unscanned: within
      ? snapshot.unscanned.filter(({ path }) => within.has(path))
      : snapshot.unscanned,
    gaps,
    gate_runs: found.runs,
    ...input.claimGraph && { claim_graph: input.claimGraph },
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
  trace: Omit<Trace, "trace_id" | "next_actions">,
): Trace {
  const trace_id = crypto.randomUUID().replaceAll("-", "");
  const next_actions = nextActions({
    query: request.query,
    traceId: trace_id,
    applied: trace.applied,
    topPath: trace.sections[0]?.ranked.candidate.path,
    exhaustiveWords,
  });
  return { ...trace, trace_id, next_actions };
}

function scannedOf(
  { view }: IndexSnapshot,
  within: ReadonlySet<string> | undefined,
): { files: number; nodes: number } {
  if (!within) return { files: view.files, nodes: view.sections };
  const present = findPlaces(view.segments, within);
  const rows = rowsOfPaths(view, within);
  return { files: present.size, nodes: countSections(view, rows) };
}
