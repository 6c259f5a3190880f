/**
 * The gate `g_req`: ranks only what holds required terms, in one pass or three
 * (A, B, A+B). It always runs beside `g0`, and their ranks are fused.
 *
 * @module
 */
import type { Clock } from "../../../../runtime/runtime.ts";
import type { GateRun } from "../../engine.ts";
import type { FindSettings } from "../../settings.ts";
import type { WeightedTerm } from "./base_score.ts";
import { type Candidate, type Ranked, SIGNALS } from "./candidate.ts";
import { fuse, type RankedList } from "./fusion.ts";
import { timedRun } from "./gate_run.ts";
import type { QueryScores } from "./query_scores.ts";
import type { RequiredTerm, RequiredTerms } from "./required.ts";
import { bothSets, countRows, type RowSet } from "./row_set.ts";

/** What the gate is given besides the scores. */
export interface RequiredGateInput {
  readonly required: RequiredTerms;
  /** Where to search at all. */
  readonly only?: RowSet;
  readonly limit: number;
  readonly find: FindSettings["find"];
  readonly clock: Clock;
}

/** What the gate found. */
export interface RequiredGate {
  /** Its ranking, best first. */
  readonly list: Omit<RankedList, "weight">;
  readonly runs: readonly GateRun[];
}

const PASS_WEIGHTS = { "A": 1, "B": 1, "A+B": 1.1 } as const;
/** Of a required term that the query itself does not hold. */
const REQUIRED_TERM_WEIGHT = 1.05;
const FUSION_TOP = 10;

/** The terms of required ones that a query is not looked up by itself. */
export function furtherTerms(
  known: readonly WeightedTerm[],
  required: readonly RequiredTerm[],
): WeightedTerm[] {
  const own = new Set(known.map(({ term }) => term));
  return required.flatMap(({ terms }) => terms)
    .filter((term) => !own.has(term))
    .map((term) => ({ term, weight: REQUIRED_TERM_WEIGHT }));
}

/** Ranks what holds the required terms that were kept. */
export function rankRequired(
  scores: QueryScores,
  { required, only, limit, find, clock }: RequiredGateInput,
): RequiredGate {
  const [a, b] = required.kept;
  const runs: GateRun[] = [];
  const run = (
    pass: keyof typeof PASS_WEIGHTS,
    terms: readonly RequiredTerm[],
    holding: RowSet,
  ): RankedList => {
    const weight = PASS_WEIGHTS[pass];
    const { candidates, run } = timedRun(clock, () => {
      const rows = only ? bothSets(holding, only) : holding;
      return countRows(rows) > 0 ? scores.best(limit, rows) : [];
    }, { gate: "g_req", pass, terms: terms.map(({ term }) => term), weight });
    runs.push(run);
    const signals = SIGNALS.required_term |
      (terms.length > 1 ? SIGNALS.required_term_and : 0);
    return { candidates, weight, signals };
  };
  if (!a) return { list: { candidates: [] }, runs };
  const first = run("A", [a], a.rows);
  if (!b) return { list: first, runs };
  const second = run("B", [b], b.rows);
  const both = run("A+B", [a, b], required.withKept);
  const candidates = fuse([both, first, second], {
    k: find.required_rrf_k,
    alpha: find.required_base_weight,
    mark: () => SIGNALS.required_terms_rrf,
  });
  return { list: { candidates }, runs };
}

/** Fuses both gates; ranks are those of `g0` and `g_req`. */
export function fuseGates(
  base: readonly Candidate[],
  strong: RequiredGate["list"],
  { required_rrf_k: k, required_base_weight }: FindSettings["find"],
): Ranked[] {
  const g0: RankedList = { candidates: base, weight: 1 };
  if (strong.candidates.length === 0) return fuse([g0], { k, alpha: 1 });
  const weight = requiredWeight(base, strong.candidates);
  return fuse([g0, { ...strong, weight }], {
    k,
    alpha: required_base_weight,
    mark: ([g0, gReq]) => g0 && gReq ? SIGNALS.gate_rrf : 0,
  });
}

/** How much `g_req` counts: less when it says little, more when it is new. */
export function requiredWeight(
  base: readonly Candidate[],
  strong: readonly Candidate[],
): number {
  if (strong.length === 0) return 0;
  if (base.length === 0) return 1.1;
  const ratio = strong.length / base.length;
  const top = new Set(
    base.slice(0, FUSION_TOP).map(({ key }) => key),
  );
  const first = strong.slice(0, FUSION_TOP);
  const shared = first.filter(({ key }) => top.has(key));
  const overlap = shared.length / first.length;
  let weight = 1;
  if (ratio < 0.2) weight -= 0.25;
  else if (ratio >= 0.75) weight += 0.15;
  if (overlap >= 0.9) weight -= 0.2;
  else if (overlap <= 0.5) weight += 0.1;
  return Math.min(1.35, Math.max(0.35, weight));
}
