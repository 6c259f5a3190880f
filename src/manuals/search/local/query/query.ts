import { isCode } from "../tokens/expand_word.ts";
import { normalizeText } from "../tokens/fold_text.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";
import { forEachTerm, formsPairs } from "../tokens/token_kind.ts";
import { type EmphasisHints, emphasisOf } from "./emphasis.ts";
import { depthsInNames, humpTerms } from "./names.ts";

/** Longer queries are cut: what comes after hardly changes the ranking. */
export const MAX_RANKED_CHARS = 2000;
const MAX_WORDS = 64;
const ASCII_WORD = /[a-z0-9]+(?:[_.,'-]+[a-z0-9]+)*/g;
const ASCII = /^[\0-\x7f]*$/;
const FIRST_KANA = 0x3040;
const HIRAGANA_ONLY = /^\p{Script=Hiragana}+$/u;
const CONTRACTION =
  /\b(i|you|he|she|it|we|they|that|there|here|who|what|where|how|when|why)['’](?:m|re|ve|ll|d|s)\b/gi;
const NUMBER = /^\d+(?:\.\d+)*$/;

/** A word of the query, as people see it, with the terms it is found by. */
export interface QueryWord {
  readonly text: string;
  readonly terms: readonly string[];
}

/** A query, taken apart once for all passes. */
export interface Query {
  /** Folded, lower case, single spaces. */
  readonly normalized: string;
  /** Tokens in order: words, and characters of scripts without spaces. */
  readonly tokens: readonly string[];
  /** `tokenKind` of each token. */
  readonly kinds: readonly number[];
  /** How much each token counts, 0 to 1: what only asks counts little. */
  readonly emphasis: readonly number[];
  /** What is looked up, each with how often the query says it. */
  readonly terms: ReadonlyMap<string, number>;
  /** How much each of them counts: a sum over where the query says it. */
  readonly termWeights: ReadonlyMap<string, number>;
  /** The number of each term among them. */
  readonly termIndex: ReadonlyMap<string, number>;
  /** The words that coverage counts. */
  readonly words: readonly QueryWord[];
  /** Terms that are numbers. */
  readonly numbers: readonly string[];
  /** Terms that are codes such as `ab123`. */
  readonly codes: readonly string[];
  /** Terms that are parts of a name such as `podBudget`. */
  readonly humps: ReadonlySet<string>;
  /** How many tokens before token i are of its name, as in `max_idle_time`. */
  readonly nameDepths: readonly number[];
}

/** Takes a query apart. */
export function parseQuery(
  text: string,
  analyzer: TextAnalyzer,
  hints: EmphasisHints = {},
): Query {
  const cut = withoutContractions(text.slice(0, MAX_RANKED_CHARS));
  const tokens = analyzer.tokens(cut);
  const kinds = analyzer.kinds(tokens);
  const nameDepths = depthsInNames(cut, tokens, analyzer);
  const emphasis = emphasisOf(cut, tokens, {
    ...{ analyzer, kinds, nameDepths },
    ...hints,
  });
  const terms = new Map<string, number>();
  const termWeights = new Map<string, number>();
  forEachTerm(tokens, kinds, (term, i, length) => {
    const least = length === 1 ? 1 : emphasis[i - 1] ?? 1;
    const weight = Math.min(least, emphasis[i] ?? 1);
    terms.set(term, (terms.get(term) ?? 0) + 1);
    termWeights.set(term, (termWeights.get(term) ?? 0) + weight);
  });
  const all = [...terms.keys()];
  const normalized = normalizeText(cut);
  return {
    normalized,
    tokens,
    kinds,
    emphasis,
    terms,
    termWeights,
    termIndex: new Map(all.map((term, i) => [term, i])),
    words: queryWords(normalized, analyzer).flatMap(({ text, terms: own }) => {
      const found = own.filter((term) => terms.has(term));
      return found.length > 0 ? [{ text, terms: found }] : [];
    }),
    numbers: all.filter((term) => NUMBER.test(term)),
    codes: all.filter(isCode),
    humps: humpTerms(cut, all, analyzer),
    nameDepths,
  };
}

/** `I'd` is no `id`, and what is short for `is` or `will` says nothing. */
function withoutContractions(text: string): string {
  return text.replace(CONTRACTION, "$1");
}

/** Distinct words; Hiragana, mostly grammar, only if there is nothing else. */
function queryWords(normalized: string, analyzer: TextAnalyzer): QueryWord[] {
  const words = normalized.match(
    ASCII.test(normalized) ? ASCII_WORD : anyWord(),
  );
  const found = [...new Set(words ?? [])];
  const content = found.filter((word) => !isHiragana(word));
  return (content.length > 0 ? content : found).slice(0, MAX_WORDS)
    .map((word) => ({ text: word, terms: analyzer.terms(word) }));
}

/**
 * `ASCII_WORD` for any script; takes milliseconds to make and compile. Where an
 * ASCII word goes on with other letters, as in `café`, those are part of it.
 */
function anyWord(): RegExp {
  return /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}[\p{Script=Hiragana}ー]*|[a-z0-9]+(?:[_.,'’-]+[a-z0-9]+)*(?![a-z0-9]|(?![\p{Script=Han}々\p{Script=Katakana}ー\p{Script=Hiragana}])[\p{L}\p{N}\p{M}])|(?:(?![\p{Script=Han}々\p{Script=Katakana}ー\p{Script=Hiragana}])[\p{L}\p{N}\p{M}])+/gu;
}

/** Tells whether a word is all Hiragana. */
export function isHiragana(word: string): boolean {
  return mayHoldKana(word) && HIRAGANA_ONLY.test(word);
}

/** Tells whether a word may begin or end with kana: one look, no pattern. */
export function mayHoldKana(word: string): boolean {
  return word.charCodeAt(0) >= FIRST_KANA ||
    word.charCodeAt(word.length - 1) >= FIRST_KANA;
}

/** Tells whether the tokens at i and i + 1 belong to one run of characters. */
export function isPair(query: Query, i: number): boolean {
  return formsPairs(query.kinds[i]) && formsPairs(query.kinds[i + 1]);
}
