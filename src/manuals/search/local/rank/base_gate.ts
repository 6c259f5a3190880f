import type { Clock } from "../../../../runtime/runtime.ts";
import type { GateRun } from "../../engine.ts";
import type { FindSettings } from "../../settings.ts";
import type { Query } from "../query/query.ts";
import { type Candidate, SIGNALS } from "./candidate.ts";
import { fuse, type RankedList } from "./fusion.ts";
import { timedRun } from "./gate_run.ts";
import {
  type PassContext,
  type QueryScores,
  scoreQuery,
} from "./query_scores.ts";
import type { RowSet } from "./row_set.ts";

/** One side of a comparing question. */
export interface QuerySide {
  readonly text: string;
  readonly query: Query;
}

/** What the gate is given besides the scores. */
export interface BaseGateInput {
  readonly context: PassContext;
  /** Of a comparing question; none otherwise. */
  readonly sides: readonly QuerySide[];
  readonly limit: number;
  /** Where to search at all. */
  readonly only?: RowSet;
  /** When no further side is begun, on the monotonic clock. */
  readonly deadline: number;
  readonly find: FindSettings["find"];
  readonly clock: Clock;
}

/** What the gate found. */
export interface BaseGate {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  readonly runs: readonly GateRun[];
  /** Time was too short for all sides. */
  readonly cut: boolean;
}

/** The gate `g0`: ranks by the query, and by its sides if it compares. */
export function rankBase(scores: QueryScores, input: BaseGateInput): BaseGate {
  const { context, sides, limit, only, find, clock } = input;
  const runs: GateRun[] = [];
  const run = (by: QueryScores, side?: string): RankedList => {
    const { candidates, run } = timedRun(clock, () => by.best(limit, only), {
      gate: "g0",
      pass: side === undefined ? "base" : "sub_query",
      terms: side === undefined ? [] : [side],
      weight: 1,
    });
    runs.push(run);
    return { candidates, weight: 1 };
  };
  const whole = run(scores);
  const lists = [whole];
  let cut = false;
  for (const { text, query } of sides) {
    cut = clock.monotonic() > input.deadline;
    if (cut) break;
    // A side without words of its own fails; the others go on.
    if (query.terms.size === 0) continue;
    const list = context.view.withBoards((borrowBoard) =>
      run(scoreQuery({ ...context, query, borrowBoard }), text)
    );
    if (list.candidates.length > 0) lists.push(list);
  }
  if (lists.length < 2) return { candidates: whole.candidates, runs, cut };
  const candidates = fuse(lists, {
    k: find.query_decomp_rrf_k,
    alpha: find.query_decomp_base_weight,
    mark: () => SIGNALS.query_decomp_rrf,
  });
  return { candidates, runs, cut };
}
