import type { UnscannedFile } from "../search/local/index/index_snapshot.ts";
import type { GateRun } from "../search/local/rank/gates.ts";
import type { Claim, ClaimEdge, ClaimEvidence } from "./claim_graph.ts";
import type { FusionDebug } from "./fusion_debug.ts";
import type { Gap } from "./summary.ts";
import type { HitScore, SectionPlace } from "./trace_candidate.ts";

/** A section that was found. */
export interface Hit extends HitScore {
  /** Where it is. */
  readonly ref: SectionPlace;
}

/** One of the best, with its title and all that reading it takes. */
export interface TopHit extends HitScore {
  /** Where it is, manual included. */
  readonly ref: SectionPlace & { readonly manual_id: string };
  /** Its heading. */
  readonly title: string;
}

/** A file that a search could not look into. */
export interface UnscannedHit extends UnscannedFile {
  /** The manual it is of. */
  readonly manual_id: string;
}

/** What each kind of page consists of. */
export interface HitItems {
  /** The whole final order. */
  readonly candidates: Hit;
  /** Files that were not searched. */
  readonly unscanned: UnscannedHit;
  /** Always empty: a search does not judge contradictions. */
  readonly conflicts: never;
  /** What should have been found more of. */
  readonly gaps: Gap;
  /** The first ten of the final order. */
  readonly integrated_top: TopHit;
  /** Claims of the claim graph. */
  readonly claims: Claim;
  /** Evidences of the claim graph. */
  readonly evidences: ClaimEvidence;
  /** Edges of the claim graph. */
  readonly edges: ClaimEdge;
  /** Rankings that were made on the way. */
  readonly gate_runs: GateRun;
  /** How each candidate came to its place. */
  readonly fusion_debug: FusionDebug;
}
