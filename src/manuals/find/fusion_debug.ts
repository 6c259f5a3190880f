import type { Ranked } from "./ranked.ts";
import { round } from "./round.ts";
import type { SectionPlace } from "./trace_candidate.ts";

/** How a candidate came to its place. */
export interface FusionDebug {
  readonly ref: SectionPlace;
  readonly final_score: number;
  readonly base_score: number;
  readonly rrf: number;
  readonly ranks: Readonly<Record<string, number>>;
  readonly diversity_penalty: number;
  readonly seat: Ranked["seat"];
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
