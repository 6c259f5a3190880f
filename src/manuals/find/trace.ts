import { isObject } from "../../schema/value.ts";
import type { GateRun, UnscannedFile } from "../search/engine.ts";
import type { Hit } from "../search/hit.ts";
import type { Applied } from "./applied.ts";
import type { ClaimGraph } from "./claim_graph.ts";
import type { NextAction } from "./next_actions.ts";
import type { Gap, Summary } from "./summary.ts";

/** One search: what it was asked, did and found, to be paged through. */
export interface Trace {
  readonly traceId: string;
  readonly manualId: string;
  readonly applied: Applied;
  readonly summary: Summary;
  readonly nextActions: readonly NextAction[];
  /** Best first. */
  readonly hits: readonly Hit[];
  readonly unscanned: readonly UnscannedFile[];
  readonly gaps: readonly Gap[];
  readonly runs: readonly GateRun[];
  readonly claimGraph?: ClaimGraph;
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
