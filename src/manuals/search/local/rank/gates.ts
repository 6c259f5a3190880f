/**
 * The two gates of a search: `g0` ranks by the query alone, `g_req` only what
 * holds required terms, in one pass or three (A, B, A+B). Both always run, and
 * their ranks are fused.
 *
 * @module
 */
import type { Clock } from "../../../../runtime/runtime.ts";
import type { FindSettings } from "../settings.ts";
import { type Candidate, SIGNALS } from "./candidate.ts";
import { fuse, type RankedList } from "./fusion.ts";
import type { QueryPasses } from "./passes.ts";
import type { Ranked } from "./ranked.ts";
import type { RequiredTerm } from "./required.ts";
import { round } from "./round.ts";
import { bothSets, countRows, type RowSet } from "./row_set.ts";

/** One ranking that was made on the way. */
export interface GateRun {
  /** By the query alone, or among what holds required terms. */
  readonly gate: "g0" | "g_req";
  /** Which ranking of that gate. */
  readonly pass: "base" | "A" | "B" | "A+B" | "sub_query";
  /** The required terms, or the part of the query. */
  readonly terms: readonly string[];
  /** How many sections it found. */
  readonly candidates: number;
  /** What it counts in the fusion. */
  readonly weight: number;
  /** How long it took. */
  readonly elapsed_ms: number;
}

/** What the gates are given. */
export interface GateInput {
  readonly passes: QueryPasses;
  /** The ranking of `g0`. */
  readonly base: readonly Candidate[];
  /** The required terms that the guard left. */
  readonly required: readonly RequiredTerm[];
  /** The rows that hold all of them. */
  readonly withAll: RowSet;
  /** Where to search at all. */
  readonly only?: RowSet;
  readonly limit: number;
  readonly settings: FindSettings;
  readonly clock: Clock;
}

/** What the gates made of it; ranks are those of `g0` and `g_req`. */
export interface GateOutput {
  readonly fused: Ranked[];
  readonly runs: GateRun[];
  /** How many candidates `g_req` found. */
  readonly requiredCandidates: number;
}

const PASS_WEIGHTS = { "A": 1, "B": 1, "A+B": 1.1 } as const;
/** Of a required term that the query itself does not hold. */
const REQUIRED_TERM_WEIGHT = 1.05;
const FUSION_TOP = 10;

/** Runs `g_req` and fuses it with `g0`. */
export function runGates(input: GateInput): GateOutput {
  const { base, settings } = input;
  const { required_rrf_k: k, required_base_weight: alpha } = settings.find;
  const { list, runs } = runRequired(input);
  const { candidates: strong } = list;
  if (strong.length === 0) {
    const fused = fuse([{ candidates: base, weight: 1 }], { k, alpha: 1 });
    return { fused, runs, requiredCandidates: 0 };
  }
  const weight = requiredWeight(base, strong);
  const lists: RankedList[] = [
    { candidates: base, weight: 1 },
    { ...list, weight },
  ];
  const fused = fuse(lists, {
    k,
    alpha,
    mark: ([g0, gReq]) => g0 && gReq ? SIGNALS.gate_rrf : 0,
  });
  return { fused, runs, requiredCandidates: strong.length };
}

function runRequired(
  input: GateInput,
): { list: RankedList; runs: GateRun[] } {
  const { passes, required, settings } = input;
  const [a, b] = required;
  const runs: GateRun[] = [];
  if (!a) return { list: { candidates: [], weight: 0 }, runs };
  const known = new Set(passes.terms.map(({ term }) => term));
  passes.addTerms(
    required.flatMap(({ terms }) => terms).filter((term) => !known.has(term))
      .map((term) => ({ term, weight: REQUIRED_TERM_WEIGHT })),
  );
  const only = (rows: RowSet): RowSet =>
    input.only ? bothSets(rows, input.only) : rows;
  const run = (
    pass: keyof typeof PASS_WEIGHTS,
    terms: readonly RequiredTerm[],
    rows: RowSet,
  ): RankedList => {
    const started = input.clock.monotonic();
    const candidates = countRows(rows) > 0 ? passes.run(input.limit, rows) : [];
    const signals = SIGNALS.required_term |
      (terms.length > 1 ? SIGNALS.required_term_and : 0);
    runs.push({
      gate: "g_req",
      pass,
      terms: terms.map(({ term }) => term),
      candidates: candidates.length,
      weight: PASS_WEIGHTS[pass],
      elapsed_ms: round(input.clock.monotonic() - started),
    });
    return { candidates, weight: PASS_WEIGHTS[pass], signals };
  };
  const first = run("A", [a], only(a.rows));
  if (!b) return { list: first, runs };
  const second = run("B", [b], only(b.rows));
  const both = run("A+B", [a, b], only(input.withAll));
  const { required_rrf_k: k, required_base_weight: alpha } = settings.find;
  const fused = fuse([both, first, second], {
    k,
    alpha,
    mark: () => SIGNALS.required_terms_rrf,
  });
  const candidates = fused.map(({ candidate }) => candidate);
  return { list: { candidates, weight: 1 }, runs };
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
