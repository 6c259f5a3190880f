import { isObject } from "../../schema/value.ts";
import type { UnscannedFile } from "../search/local/index/index_snapshot.ts";
import type { GateRun } from "../search/local/rank/gates.ts";
import type { FoundSection } from "../search/local/rank/ranked.ts";
import type { Applied } from "./applied.ts";
import type { ClaimGraph } from "./claim_graph.ts";
import type { NextAction } from "./next_actions.ts";
import type { Gap, Summary } from "./summary.ts";

/**
 * Everything that can be asked about one search. What was found is
 * kept as the search left it: few of its sections are ever written out.
 */
export interface Trace {
  readonly trace_id: string;
  readonly manual_id: string;
  readonly applied: Applied;
  readonly summary: Summary;
  readonly next_actions: readonly NextAction[];
  /** Best first. */
  readonly sections: readonly FoundSection[];
  readonly unscanned: readonly UnscannedFile[];
  readonly gaps: readonly Gap[];
  readonly gate_runs: readonly GateRun[];
  readonly claim_graph?: ClaimGraph;
}

const MOVED_KEY =
  /^(?:required_|requested_required_|selected_gate$|gate_selection_reason$)/;

/**
 * Completes a trace of the old form, in which the diagnosis of required terms
 * and gates stood at the top level: it is moved into `applied`, where a value
 * that is already there wins.
 */
export function completeTrace(
  payload: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const applied = isObject(payload.applied) ? payload.applied : {};
  const rest: Record<string, unknown> = {};
  const moved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(payload)) {
    if (MOVED_KEY.test(key)) moved[key] = value;
    else rest[key] = value;
  }
  return { ...rest, applied: { ...moved, ...applied } };
}
