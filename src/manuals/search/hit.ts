/**
 * Why a section is a hit, in the names of the wire. The last two belong to them,
 * but no engine here has a reason to give them.
 */
export type Signal =
  | "exact"
  | "phrase"
  | "proximity"
  | "number_context"
  | "code_exact"
  | "definition_title"
  | "query_decomp_rrf"
  | "required_term"
  | "required_term_and"
  | "required_terms_rrf"
  | "gate_rrf"
  | "exploration"
  | "anchor"
  | "exceptions"
  | "prf";

/** What a section's own score is the sum of. */
export interface ScoreParts {
  /** idf × tf of its terms, and of its file's. */
  readonly base: number;
  /** For the share of query words that it holds. */
  readonly coverage: number;
  /** For query words that stand together. */
  readonly phrase: number;
  /** For query words near each other. */
  readonly proximity: number;
  /** For a query number beside a word that names it. */
  readonly numberContext: number;
  /** For codes such as AB-123. */
  readonly codeExact: number;
  /** For a heading that the query says. */
  readonly heading: number;
  /** For a title that promises the definition asked for. */
  readonly definitionTitle: number;
  /** For its length, 0 or less. */
  readonly lengthPenalty: number;
}

/** A word of the query that a section holds. */
export interface Matched {
  /** As the query has it, folded. */
  readonly word: string;
  /** How often the section holds it. */
  readonly count: number;
}

/** How a section got into the list. */
export type Seat = "ranked" | "gate_top" | "exploration";

/** How a section came to its rank. */
export interface Ranks {
  /** Its rank by the query alone, from 1; absent where it has none. */
  readonly g0?: number;
  /** Its rank among what holds required terms. */
  readonly gReq?: number;
  /** The best score that a ranking gave it. */
  readonly bestScore: number;
  /** What its ranks came to. */
  readonly rrf: number;
  /** What its file's earlier hits cost it. */
  readonly penalty: number;
  /** How it got into the list. */
  readonly seat: Seat;
}

/** A section that answers a question: plain data, whatever found it. */
export interface Hit {
  /** Its file, relative to the manual. */
  readonly path: string;
  /** The line on which it starts, from 1. */
  readonly startLine: number;
  /** Its heading. */
  readonly title: string;
  /** What stands above it, outermost first: the title of its page. */
  readonly crumbs: readonly string[];
  /** What it was ranked by. */
  readonly score: number;
  /** What its own score is the sum of. */
  readonly parts: ScoreParts;
  /** Share of the query's words that it holds, weighted by rarity. */
  readonly coverage: number;
  /** Words of the query that it holds. */
  readonly matched: readonly Matched[];
  /** Why it is a hit. */
  readonly signals: readonly Signal[];
  /** How it came to its rank. */
  readonly ranks: Ranks;
}

const MAX_MATCHED = 8;

/** The words that a hit is shown with. */
export function matchedTokens({ matched }: Hit): string[] {
  return matched.slice(0, MAX_MATCHED).map(({ word }) => word);
}
