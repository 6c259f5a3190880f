/**
 * The spellings in which a required term may stand in a text, as rows of
 * tokens: what a person would call the same.
 *
 * @module
 */
import { type RunForms, runForms } from "../tokens/expand_word.ts";
import { normalizeText } from "../tokens/fold_text.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";

// What the tokenizer takes for one run: see its `joins`.
const RUN = /[a-z0-9]+(?:(?:[-_.,'’](?=\d)|['’](?=[a-z]))[a-z0-9]+)*/g;
const SHORT_NUMBER = /(?<=\b[a-z]{2,12}) (?=\d\b)/g;
// The mark that a loan-word of three sounds and more may end with or not.
const LONG_VOWEL = /(?<=[ァ-ヺー]{3})ー(?![ァ-ヺー])/g;
const KATAKANA = /[ァ-ヺー]{2,}/g;
const MAX_VARIANTS = 24;

/** Sounds that are written in two ways. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ヴァ/g, "バ"],
  [/ヴィ/g, "ビ"],
  [/ヴェ/g, "ベ"],
  [/ヴォ/g, "ボ"],
  [/ヴ/g, "ブ"],
  [/バ/g, "ヴァ"],
  [/ビ/g, "ヴィ"],
  [/ベ/g, "ヴェ"],
  [/ボ/g, "ヴォ"],
  [/ティ/g, "チ"],
  [/ディ/g, "ジ"],
  [/フュ/g, "ヒュ"],
  [/フェイ/g, "フェー"],
  [/フェー/g, "フェイ"],
  [/ウイ/g, "ウィ"],
  [/ウェ/g, "ウエ"],
  [/ウィ/g, "ウイ"],
  [/ウエ/g, "ウェ"],
  [/ヂ/g, "ジ"],
  [/ヅ/g, "ズ"],
];

/** The term itself, its codes and versions joined in every way. */
export function spellings(term: string, analyzer: TextAnalyzer): string[][] {
  const forms: string[][] = [analyzer.tokens(term)];
  const normalized = normalizeText(term);
  // `raid 6` may be written `raid6`, which has no parts of its own.
  const joined = normalized.replace(SHORT_NUMBER, "");
  if (joined !== normalized) forms.push(analyzer.tokens(joined));
  const runs = new Map<string, RunForms>();
  for (const run of normalized.match(RUN) ?? []) {
    const own = runForms(run);
    if (own) runs.set(run, own);
  }
  if (runs.size === 0) return forms;
  const written = (choose: (own: RunForms) => readonly string[]): string[] => {
    const tokens: string[] = [];
    let from = 0;
    for (const found of normalized.matchAll(RUN)) {
      const own = runs.get(found[0]);
      tokens.push(...analyzer.tokens(normalized.slice(from, found.index)));
      tokens.push(...own ? choose(own) : analyzer.tokens(found[0]));
      from = found.index + found[0].length;
    }
    return [...tokens, ...analyzer.tokens(normalized.slice(from))];
  };
  forms.push(
    written(({ whole, parts: [first = []] }) => whole ? [whole] : first),
  );
  for (let i = 0; i < 2; i++) {
    if (![...runs.values()].every(({ parts }) => parts.length > 0)) break;
    forms.push(written(({ parts }) => parts[i] ?? parts[0] ?? []));
  }
  return forms;
}

/** Tells whether a run of the term has several tokens, such as `ab-123`. */
export function hasCompound(term: string, analyzer: TextAnalyzer): boolean {
  return (normalizeText(term).match(RUN) ?? [])
    .some((run) => analyzer.tokens(run).length > 1);
}

/** A term with and without the long vowels that its loan-words may end with. */
export function longVowelForms(term: string): string[] {
  return [...new Set([term, term.replace(LONG_VOWEL, "")])];
}

/** Spellings of a term's loan-words that are as good: `サーバレス`, `バイオリン`. */
export function loanWordVariants(term: string): string[] {
  const variants = new Set<string>();
  for (const { 0: word, index } of term.matchAll(KATAKANA)) {
    const end = index + word.length;
    for (const changed of variantsOf(word)) {
      // A word may be as long as a query: no more are made than are given.
      if (variants.size === MAX_VARIANTS) return [...variants];
      if (changed === word) continue;
      variants.add(term.slice(0, index) + changed + term.slice(end));
    }
  }
  return [...variants];
}

function* variantsOf(word: string): Generator<string> {
  yield word.replaceAll("ー", "");
  for (let i = 1; i <= word.length; i++) {
    if (word[i - 1] === "ー") yield word.slice(0, i - 1) + word.slice(i);
    else if (word[i] !== "ー") yield `${word.slice(0, i)}ー${word.slice(i)}`;
  }
  for (const [sound, other] of SOUNDS) yield word.replace(sound, other);
}
