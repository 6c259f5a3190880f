// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { IndexView } from "../index/index_view.ts";
import { formsPairs, WORD } from "../tokens/token_kind.ts";
import { isHiragana, isPair, mayHoldKana, type Query } from "../query/query.ts";
import type { FindSettings } from "../../settings.ts";
import { inverseFrequency, type WeightedTerm } from "./base_score.ts";
import type { ScoreParts } from "../../hit.ts";
import { SIGNALS } from "./candidate.ts";
import { closeness, type Evidence } from "./evidence.ts";
import type { TitleCover } from "./title_reader.ts";

type Lexical = FindSettings["lexical"];

// The end of a word with its particle or ending, such as 度は or り返.
const MIXED = /^(?:\p{Script=Hiragana}.|.\p{Script=Hiragana})$/u;
const HIT_SHARE = 0.6;
const LONG_TOKENS = 600;
const TITLE_STEEPNESS = 4;
// A query that is a title is more than one that holds it.
const WHOLE_TITLE = 1.6;
const ALL = 0.99;
const MIN_RUN_WORDS = 2;
const MIN_RUN_CHARS = 3;
// Nothing holds all the words of a longer query: what it lacks says less.
const MANY_WORDS = 10;

/** How rare the parts of a query are in a manual. */
export class QueryWeights {
  /** What is looked up, with its weight. */
  readonly terms: readonly WeightedTerm[];
  /** idf of each token of the query. */
  readonly tokens: readonly number[];
  /** Mean idf of each word's terms. */
  readonly words: readonly number[];
  /** The numbers of each word's terms among the query's. */
  readonly wordTerms: readonly (readonly number[])[];
  /** The numbers of the codes among the query's terms. */
  readonly codes: readonly number[];
  /** The share of its base score that a row without any word would lose. */
  readonly uncovered: number;

  /** Looks every term up. */
  constructor(view: IndexView, query: Query, lexical: Lexical) {
    const idf = (term: string): number =>
      inverseFrequency(view.rows, view.sectionsWith(term));
    this.terms = weightedTerms(query, lexical);
    this.tokens = query.tokens.map((token, i) =>
      token === "" ? 0 : idf(token) * (query.emphasis[i] ?? 1)
    );
    const weightOf = (term: string): number =>
      idf(term) * Math.min(1, query.termWeights.get(term) ?? 1);
    this.words = query.words.map(({ terms }) =>
      terms.reduce((sum, term) => sum + weightOf(term), 0) / terms.length
    );
    const numberOf = (term: string): number => query.termIndex.get(term) ?? -1;
    this.wordTerms = query.words.map(({ terms }) => terms.map(numberOf));
    this.codes = query.codes.map(numberOf);
    // Among files of many sections, others than this one hold the rest.
    const wholeness = (view.files / Math.max(1, view.rows)) ** 2;
    this.uncovered = lexical.uncovered_weight * wholeness *
      Math.min(1, MANY_WORDS / query.words.length);
  }
}

function weightedTerms(query: Query, lexical: Lexical): WeightedTerm[] {
  const { tokens, kinds, humps } = query;
  // Beside characters, each found in pairs and alone, a word would be drowned.
  const words = kinds.some(formsPairs)
    ? new Set(tokens.filter((_, i) => kinds[i] === WORD))
    : undefined;
  return [...query.termWeights].map(([term, count]) => ({
    term,
    asks: count < (query.terms.get(term) ?? 0),
    weight: count * kanaWeight(term, lexical) *
      (words?.has(term) ? lexical.word_weight : 1) *
      (humps.has(term) ? lexical.hump_weight : 1),
  }));
}

/** Hiragana is mostly grammar; its idf alone does not say so. */
function kanaWeight(term: string, lexical: Lexical): number {
  if (!mayHoldKana(term)) return 1;
  if (isHiragana(term)) return lexical.hiragana_weight;
  return MIXED.test(term) ? lexical.mixed_weight : 1;
}

/** A row's score in parts, and what it is a hit for. */
export interface LexicalScore {
  readonly score: number;
  readonly parts: ScoreParts;
  readonly coverage: number;
  readonly matched: readonly string[];
  readonly matchedCounts: readonly number[];
  readonly signals: number;
}

/** What {@linkcode lexicalScore} judges. */
export interface ScoredText {
  readonly base: number;
  readonly evidence: Evidence;
  /** How much of its title the query says. */
  readonly title: TitleCover;
  /** How many tokens the row has. */
  readonly length: number;
  /** The section's title promises the definition that the query asks for. */
  readonly definitionTitle: boolean;
}

/** Adds to the base score what the row's text is worth beyond it. */
export function lexicalScore(
  query: Query,
  weights: QueryWeights,
  text: ScoredText,
  lexical: Lexical,
): LexicalScore {
  const { evidence } = text;
  const cover = coverageOf(query, weights, evidence);
  const near = closenessOf(query, weights, evidence);
  const phrase = lexical.phrase_weight * near.phrase +
    lexical.name_phrase_weight * near.name;
  const proximity = lexical.proximity_bonus_near * near.near +
    lexical.proximity_bonus_far * near.far;
  let codes = 0;
  for (const code of weights.codes) {
    if (evidence.counts[code]! > 0) codes++;
  }
  const parts: ScoreParts = {
    base: text.base,
    coverage: lexical.coverage_weight * cover.coverage * cover.scale -
      weights.uncovered * text.base * (1 - cover.coverage),
    phrase,
    proximity,
    numberContext: evidence.numberContext ? lexical.number_context_bonus : 0,
    codeExact: lexical.code_exact_bonus * codes,
    heading: lexical.heading_weight * headingGain(text.title),
    definitionTitle: text.definitionTitle ? lexical.definition_title_bonus : 0,
    lengthPenalty: -lexical.length_penalty_weight *
      Math.max(0, (text.length - LONG_TOKENS) / LONG_TOKENS),
  };
  let signals = 0;
  if (near.whole) signals |= SIGNALS.exact;
  if (near.phrase > 0 || near.name > 0) signals |= SIGNALS.phrase;
  if (near.near > 0) signals |= SIGNALS.proximity;
  if (evidence.numberContext) signals |= SIGNALS.number_context;
  if (codes > 0) signals |= SIGNALS.code_exact;
  if (text.definitionTitle) signals |= SIGNALS.definition_title;
  const { coverage, matched, matchedCounts } = cover;
  return {
    score: sumOf(parts),
    parts,
    coverage,
    matched,
    matchedCounts,
    signals,
  };
}

/** Always in this order: another one could round differently. */
function sumOf(parts: ScoreParts): number {
  return parts.base + parts.coverage + parts.phrase + parts.proximity +
    parts.numberContext + parts.codeExact + parts.heading +
    parts.definitionTitle + parts.lengthPenalty;
}

/**
 * The more of its title the query says, and of the query the title: one that is
 * said in part is hardly the one that was meant.
 */
function headingGain({ covered, total, whole }: TitleCover): number {
  if (total === 0 || whole === 0) return 0;
  const said = covered / total;
  const all = Math.min(1, covered / whole);
  return covered * said ** TITLE_STEEPNESS * all *
    (said * all > ALL ? WHOLE_TITLE : 1);
}

interface Coverage {
  readonly coverage: number;
  /** Mean idf of the words: puts the bonus on the scale of the base score. */
  readonly scale: number;
  readonly matched: readonly string[];
  readonly matchedCounts: readonly number[];
}

function coverageOf(
  query: Query,
  weights: QueryWeights,
  { counts }: Evidence,
): Coverage {
  let covered = 0;
  let total = 0;
  const matched: string[] = [];
  const matchedCounts: number[] = [];
  for (let i = 0; i < query.words.length; i++) {
    const terms = weights.wordTerms[i] ?? [];
    const weight = weights.words[i] ?? 0;
    let found = 0;
    let least = Infinity;
    for (const term of terms) {
      const count = counts[term]!;
      if (count === 0) continue;
      found++;
      if (count < least) least = count;
    }
    total += weight;
    covered += weight * found / terms.length;
    if (found < HIT_SHARE * terms.length || found === 0) continue;
    matched.push(query.words[i]?.text ?? "");
    matchedCounts.push(least);
  }
  const coverage = total > 0 ? covered / total : 0;
  const scale = total / Math.max(1, query.words.length);
  return { coverage, scale, matched, matchedCounts };
}

interface Closeness {
  phrase: number;
  /** Of neighbours that are parts of one name. */
  name: number;
  near: number;
  far: number;
  whole: boolean;
}

/** How much of the query's order and nearness the row keeps, in idf. */
function closenessOf(
  query: Query,
  weights: QueryWeights,
  { runs, gaps }: Evidence,
): Closeness {
  const sums: Closeness = { phrase: 0, name: 0, near: 0, far: 0, whole: false };
  for (let i = 1; i < query.tokens.length; i++) {
    const weight = Math.min(weights.tokens[i - 1] ?? 0, weights.tokens[i] ?? 0);
    const pair = isPair(query, i - 1);
    // Two neighbouring characters are a term already; three are more than that.
    const run = runs[i]!;
    if (run >= (pair ? MIN_RUN_CHARS : MIN_RUN_WORDS)) {
      const depth = query.nameDepths[i] ?? 0;
      // Characters are side by side without quotes around them, too.
      const isName = !pair && depth > 0 && run > depth;
      sums[isName ? "name" : "phrase"] += weight;
    }
    const near = pair ? "none" : closeness(gaps[i - 1]!);
    if (near !== "none") sums[near] += weight;
  }
  const last = query.tokens.length - 1;
  sums.whole = last > 0 && runs[last] === Math.min(255, last + 1);
  return sums;
}
