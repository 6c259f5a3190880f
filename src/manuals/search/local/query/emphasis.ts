import { foldText } from "../tokens/fold_text.ts";
import { stem } from "../tokens/stem.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";
import { type AsideHints, clausesOf, lowerAsides } from "./asides.ts";
import { ASKING_WEIGHTS, askingPhrases, AskingWords } from "./asking_words.ts";
import { lowerPasted, type PastedLine, pastedText } from "./pasted.ts";

// What somebody marks as a name is one, whatever word it is made of.
const MARKED = /`[^`]{1,200}`|["“][^"“”]{1,200}["”]|\b[A-Z]{2,}\b/g;
const LOWER = /[a-z]/;
// Who writes several lines or sentences tells more than is asked.
const SENTENCES = /\n|[.!?)]\s+\S|[。！？]\s*[^\s」）]/;
const KANA = /[\u3040-\u30ff]/;

const GUESSED_WEIGHT = 0.6;

let words: AskingWords | undefined;

/** What is known of a query besides its text. */
export interface EmphasisHints extends AsideHints {
  /** Tokens that were put in for others: they may not be what was meant. */
  readonly guessed?: ReadonlySet<string>;
  /** Tokens of the required terms that the manual has. */
  readonly present?: ReadonlySet<string>;
}

/**
 * How much each token of a query counts, 0 to 1: what only asks counts little,
 * unless there is nothing else.
 */
export function emphasisOf(
  text: string,
  tokens: readonly string[],
  { analyzer, kinds, nameDepths, ...hints }: EmphasisHints & {
    readonly analyzer: TextAnalyzer;
    /** `tokenKind` of each token. */
    readonly kinds: readonly number[];
    readonly nameDepths: readonly number[];
  },
): readonly number[] {
  const asking = words ??= new AskingWords();
  const folded = foldText(text);
  const pasted = pastedText(folded, tokens, analyzer);
  const isTold = asking.areSpoken(tokens) ||
    (hints.required?.size ?? 0) > 0 && SENTENCES.test(folded.trim());
  const weights = asking.weights(tokens, isTold && !pasted);
  const isSpoken = pasted
    ? false
    : KANA.test(folded)
    ? lowerPhrases(folded, tokens, analyzer, weights) || isTold
    : isTold;
  const marked = markedTokens(folded, analyzer);
  tokens.forEach((token, i) => {
    const inName = (nameDepths[i] ?? 0) > 0 || (nameDepths[i + 1] ?? 0) > 0;
    if (inName || marked.has(token)) weights[i] = 1;
    if (hints.guessed?.has(token)) weights[i] = GUESSED_WEIGHT;
  });
  if (isSpoken) {
    lowerAsides({
      tokens,
      kinds,
      weights,
      clauses: clausesOf(folded, tokens, analyzer),
      isJoint: (token) => asking.isJoint(token),
    }, hints);
  }
  if (pasted) {
    lowerPasted(pasted, weights, {
      isTold: ({ text, start, end }: PastedLine) =>
        KANA.test(text)
          ? askingPhrases(text).length > 0
          : asking.areSpoken(tokens.slice(start, end)),
      isRequired: (at) => hints.present?.has(tokens[at] ?? "") ?? false,
    });
  }
  const most = Math.max(...weights, ASKING_WEIGHTS.grammar);
  return weights.map((weight) => weight / most);
}

/** Tells whether a word may only ask; in lower case. */
export function isAskingWord(word: string): boolean {
  words ??= new AskingWords();
  return words.has(stem(word));
}

function markedTokens(
  folded: string,
  analyzer: TextAnalyzer,
): ReadonlySet<string> {
  // Who writes in capitals throughout marks nothing by them.
  if (!LOWER.test(folded)) return new Set();
  const marked = folded.match(MARKED) ?? [];
  return new Set(marked.flatMap((name) => analyzer.tokens(name)));
}

/** Lowers phrases that only ask, where they stand; tells if there are any. */
function lowerPhrases(
  folded: string,
  tokens: readonly string[],
  analyzer: TextAnalyzer,
  weights: number[],
): boolean {
  let from = 0;
  const phrases = askingPhrases(folded);
  for (const phrase of phrases) {
    const own = analyzer.tokens(phrase);
    const at = tokens.findIndex((_, i) =>
      i >= from && own.every((token, k) => tokens[i + k] === token)
    );
    if (at < 0) continue;
    from = at + own.length;
    own.forEach((_, k) => weights[at + k] = ASKING_WEIGHTS.talk);
  }
  return phrases.length > 0;
}
