/**
 * What stands beside the question: somebody tells a story around it, or pastes
 * what a program said.
 *
 * @module
 */
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";
import { WORD } from "../tokens/token_kind.ts";

// Not the points and commas inside of names and numbers.
const CLAUSE_END =
  /[.!?:;,)(\]\[—–-]{1,9}(?=\s|$)|[。！？：；（）「」…]+|(?<=ので|ため|おり|すが|だが|けど|れど|のに)、|\n+|\s[—–(\[-]+/u;
const ASIDE_WEIGHT = 0.3;
// However long a story is, all of it counts less than the question.
const ASIDE_SHARE = 0.5;
const LONG_TALK_WORDS = 8;
const STORY_WEIGHT = 0.5;

/** What tells the question from what stands beside it. */
export interface AsideHints {
  /** Tokens of required terms: what the question is about. */
  readonly required?: ReadonlySet<string>;
  /** How much a term is a topic of the manual, up to 1. */
  readonly topicality?: (term: string) => number;
}

/** A query on its way to its weights. */
export interface SpokenQuery {
  readonly tokens: readonly string[];
  /** `tokenKind` of each token. */
  readonly kinds: readonly number[];
  /** The clause of each token. */
  readonly clauses: readonly number[];
  /** How much each token counts; changed in place. */
  readonly weights: number[];
  /** Tells whether the parts of a sentence meet at a word. */
  readonly isJoint: (token: string) => boolean;
}

/** For each token of a text the number of its clause. */
export function clausesOf(
  text: string,
  tokens: readonly string[],
  analyzer: TextAnalyzer,
): readonly number[] {
  const clauses: number[] = [];
  let at = 0;
  text.split(CLAUSE_END).forEach((clause, number) => {
    for (const token of analyzer.tokens(clause)) {
      while (at < tokens.length && tokens[at] !== token) clauses[at++] = number;
      clauses[at++] = number;
    }
  });
  return clauses.slice(0, tokens.length);
}

/**
 * Lowers what is no topic of the manual, and what is said apart from the
 * required terms: in another clause, or beyond a word that talks.
 */
export function lowerAsides(
  query: SpokenQuery,
  { required = new Set(), topicality }: AsideHints,
): void {
  const { tokens, kinds, weights, clauses, isJoint } = query;
  const isRequired = tokens.map((token, i) => {
    if (!required.has(token)) return false;
    if (kinds[i] === WORD) return true;
    return required.has(tokens[i - 1] ?? "") ||
      required.has(tokens[i + 1] ?? "");
  });
  lowerStory(tokens, weights, required);
  const chunks: number[] = [];
  let chunk = 0;
  tokens.forEach((token, i) => {
    if (clauses[i] !== clauses[i - 1] || isJoint(token)) chunk++;
    chunks[i] = chunk;
  });
  const meant = new Set(chunks.filter((_, i) => isRequired[i]));
  const isApart = chunks.map((own) => meant.size > 0 && !meant.has(own));
  const isContent = weights.map((weight) => weight === 1);
  const topics = tokens.map((token, i) =>
    isContent[i] && !isRequired[i] && kinds[i] === WORD
      ? topicality?.(token) ?? 1
      : 1
  );
  // One in no title may be all that is asked: it stays above what only asks.
  const best = Math.max(...topics.filter((_, i) => isContent[i]));
  topics.forEach((topic, i) => {
    if (isContent[i]) weights[i] = topic / best;
  });
  const sumOf = (apart: boolean): number =>
    weights.reduce((sum, own, i) => isApart[i] === apart ? sum + own : sum, 0);
  const most = ASIDE_SHARE * sumOf(false) / sumOf(true);
  const weight = Math.min(ASIDE_WEIGHT, most);
  tokens.forEach((_, i) => {
    if (isApart[i]) weights[i] = (weights[i] ?? 1) * weight;
  });
}

/** In a long story, lowers what is not of the required terms. */
function lowerStory(
  tokens: readonly string[],
  weights: number[],
  required: ReadonlySet<string>,
): void {
  // Words only: characters of a long Japanese question are mostly its subject.
  const told = new Set(
    tokens.filter((token, i) => weights[i] === 1 && token.length > 1),
  );
  if (
    told.size < LONG_TALK_WORDS ||
    !tokens.some((token) => required.has(token))
  ) return;
  tokens.forEach((token, i) => {
    if (!required.has(token)) weights[i] = (weights[i] ?? 1) * STORY_WEIGHT;
  });
}
