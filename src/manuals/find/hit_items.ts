/**
 * What a page of a search consists of, in the names of the wire, and how each
 * item is written.
 *
 * @module
 */
import { round } from "../../text/show.ts";
import { breadcrumb } from "../formats/section.ts";
import type { GateRun, UnscannedFile } from "../search/engine.ts";
import {
  type Hit,
  matchedTokens,
  type Seat,
  type Signal,
} from "../search/hit.ts";
import type { Claim, ClaimEdge, ClaimEvidence } from "./claim_graph.ts";
import type { Gap } from "./summary.ts";

/** Where a section is. */
export interface HitRef {
  /** Its file, relative to the manual. */
  readonly path: string;
  /** The line on which it starts. */
  readonly start_line: number;
}

/** What a section's own score is the sum of: see `ScoreParts`. */
export interface RankExplain {
  /** For its terms, and its file's. */
  readonly base: number;
  /** For the share of query words. */
  readonly coverage: number;
  /** For query words that stand together. */
  readonly phrase: number;
  /** For query words near each other. */
  readonly proximity: number;
  /** For a number beside a word that names it. */
  readonly number_context: number;
  /** For codes. */
  readonly code_exact: number;
  /** For a heading that the query says. */
  readonly heading: number;
  /** For a title that promises a definition. */
  readonly definition_title: number;
  /** For its length. */
  readonly length_penalty: number;
}

/** A section that was found, and why. */
export interface HitItem {
  /** Where it is. */
  readonly ref: HitRef;
  /** What it was ranked by. */
  readonly score: number;
  /** Words of the query that it holds, eight at most. */
  readonly matched_tokens: readonly string[];
  /** How often it holds each of them. */
  readonly token_hits: Readonly<Record<string, number>>;
  /** Share of the query's words that it holds, weighted by rarity. */
  readonly match_coverage: number;
  /** Why it is a hit. */
  readonly signals: readonly Signal[];
  /** What its own score is the sum of. */
  readonly rank_explain: RankExplain;
}

/** One of the best, with its title and all that reading it takes. */
export interface TopHitItem extends HitItem {
  /** Where it is, manual included. */
  readonly ref: HitRef & { readonly manual_id: string };
  /** The title of its page and its heading: `Page › Heading`. */
  readonly title: string;
}

/** A file that a search could not look into. */
export interface UnscannedItem extends UnscannedFile {
  /** The manual it is of. */
  readonly manual_id: string;
}

/** A ranking that was made on the way. */
export interface GateRunItem extends Omit<GateRun, "elapsedMs"> {
  /** How long it took. */
  readonly elapsed_ms: number;
}

/** How a section came to its rank. */
export interface FusionDebug {
  /** Where it is. */
  readonly ref: HitRef;
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
  /** How it got into the list. */
  readonly seat: Seat;
}

/** What each kind of page consists of. */
export interface HitItems {
  /** The whole final order. */
  readonly candidates: HitItem;
  /** Files that were not searched. */
  readonly unscanned: UnscannedItem;
  /** Always empty: a search does not judge contradictions. */
  readonly conflicts: never;
  /** What should have been found more of. */
  readonly gaps: Gap;
  /** The first ten of the final order. */
  readonly integrated_top: TopHitItem;
  /** Claims of the claim graph. */
  readonly claims: Claim;
  /** Evidences of the claim graph. */
  readonly evidences: ClaimEvidence;
  /** Edges of the claim graph. */
  readonly edges: ClaimEdge;
  /** Rankings that were made on the way. */
  readonly gate_runs: GateRunItem;
  /** How each candidate came to its rank. */
  readonly fusion_debug: FusionDebug;
}

/** Writes a hit out. */
export function hitItem(hit: Hit): HitItem {
  const { parts } = hit;
  return {
    ref: refOf(hit),
    score: round(hit.score),
    matched_tokens: matchedTokens(hit),
    token_hits: Object.fromEntries(
      hit.matched.map(({ word, count }) => [word, count]),
    ),
    match_coverage: round(hit.coverage),
    signals: hit.signals,
    rank_explain: {
      base: round(parts.base),
      coverage: round(parts.coverage),
      phrase: round(parts.phrase),
      proximity: round(parts.proximity),
      number_context: round(parts.numberContext),
      code_exact: round(parts.codeExact),
      heading: round(parts.heading),
      definition_title: round(parts.definitionTitle),
      length_penalty: round(parts.lengthPenalty),
    },
  };
}

/** Writes one of the best out. */
export function topHitItem(hit: Hit, manual_id: string): TopHitItem {
  const { ref, ...item } = hitItem(hit);
  return { ref: { manual_id, ...ref }, title: titleOf(hit), ...item };
}

/** What a hit is called where nothing else tells its page. */
function titleOf({ crumbs, title }: Hit): string {
  return breadcrumb(crumbs.join(" › "), title);
}

/** Tells how a hit came to its rank. */
export function fusionDebug(hit: Hit): FusionDebug {
  const { g0, gReq, bestScore, rrf, penalty, seat } = hit.ranks;
  return {
    ref: refOf(hit),
    final_score: round(hit.score),
    base_score: round(bestScore),
    rrf: round(rrf),
    ranks: { ...g0 && { g0 }, ...gReq && { g_req: gReq } },
    diversity_penalty: round(penalty),
    seat,
  };
}

/** Writes a ranking out. */
export function gateRunItem({ elapsedMs, ...run }: GateRun): GateRunItem {
  return { ...run, elapsed_ms: elapsedMs };
}

function refOf({ path, startLine }: Hit): HitRef {
  return { path, start_line: startLine };
}
