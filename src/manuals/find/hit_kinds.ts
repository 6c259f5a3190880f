/** What can be asked about a search. */
export const HIT_KINDS = [
  "candidates",
  "unscanned",
  "conflicts",
  "gaps",
  "integrated_top",
  "claims",
  "evidences",
  "edges",
  "gate_runs",
  "fusion_debug",
] as const;

/** One of {@linkcode HIT_KINDS}. */
export type HitKind = typeof HIT_KINDS[number];
