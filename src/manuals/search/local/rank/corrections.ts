/**
 * Words that the manual does not have, as the ones that were meant.
 *
 * @module
 */
import type { SearchedAs } from "../../engine.ts";
import type { IndexView } from "../index/index_view.ts";
import { nearestWord } from "../index/words.ts";
import { isAskingWord } from "../query/emphasis.ts";
import { loanWordVariants } from "../query/spellings.ts";
import { foldText } from "../tokens/fold_text.ts";
import { stem } from "../tokens/stem.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";

// Whole words, no parts of names and codes.
const WORD = /(?<![A-Za-z0-9_])[A-Za-z]{6,32}(?![A-Za-z0-9_])/g;
const CAMEL = /[a-z][A-Z]/;
const LOAN_WORD = /[ァ-ヺー]{3,}/g;
// Each costs a look at all words.
const MAX_WORDS = 6;

/** A text with the words that were meant, and which those are. */
export interface Corrected {
  readonly text: string;
  readonly searchedAs: readonly SearchedAs[];
}

/** Corrects a query or a required term. */
export function correct(
  view: IndexView,
  text: string,
  analyzer: TextAnalyzer,
): Corrected {
  const searchedAs: SearchedAs[] = [];
  let looked = 0;
  const put = (term: string, as: string | undefined): string => {
    if (as === undefined || as === term) return term;
    if (!searchedAs.some((known) => known.term === term)) {
      searchedAs.push({ term, as });
    }
    return as;
  };
  const folded = foldText(text);
  const words = folded.replace(WORD, (word) => {
    const lower = word.toLowerCase();
    if (CAMEL.test(word) || isAskingWord(lower)) return word;
    if (view.knows(stem(lower)) || ++looked > MAX_WORDS) return word;
    return put(word, nearestWord(view, lower));
  });
  const corrected = words.replace(LOAN_WORD, (word) => {
    if (isWhole(view, word, analyzer) || ++looked > MAX_WORDS) return word;
    const variants = loanWordVariants(word);
    return put(word, variants.find((one) => isWhole(view, one, analyzer)));
  });
  return {
    text: searchedAs.length === 0 ? text : corrected,
    searchedAs,
  };
}

/** Tells whether all pairs of a word's characters stand in the manual. */
function isWhole(
  view: IndexView,
  word: string,
  analyzer: TextAnalyzer,
): boolean {
  return analyzer.terms(word).every((term) => view.knows(term));
}
