import type { Ranked } from "../search/local/rank/ranked.ts";
import { round } from "../search/local/rank/round.ts";
import type { SectionPlace } from "./trace_candidate.ts";

/** How a candidate came to its place. */
export interface FusionDebug {
  /** Where it is. */
  readonly ref: SectionPlace;
  /** What it was ranked by. */
  readonly final_score: number;
  /** The best score that a ranking gave it. */
  readonly base_score: number;
  /** What its ranks came to. */
  readonly rrf: number;
  /** Its rank in each gate that found it, from 1. */
  readonly ranks: Readonly<Record<string, number>>;
  /** What its file's earlier hits cost it. */
  readonly diversity_penalty: number;
  /** How it came into the list. */
  readonly seat: "ranked" | "gate_top" | "exploration";
}

/** Tells how a candidate came to its place. */
export function fusionDebug(
  { candidate, base, rrf, ranks, penalty, seat }: Ranked,
): FusionDebug {
  const [g0, gReq] = ranks;
  return {
    ref: { path: candidate.path, start_line: candidate.line },
    final_score: round(candidate.score),
    base_score: round(base),
    rrf: round(rrf),
    ranks: { ...g0 && { g0 }, ...gReq && { g_req: gReq } },
    diversity_penalty: round(penalty),
    seat,
  };
}
