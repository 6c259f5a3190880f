import { foldText } from "../tokens/fold_text.ts";
import { stem } from "../tokens/stem.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";
import { ASKING_WEIGHTS, askingPhrases, AskingWords } from "./asking_words.ts";

// What somebody marks as a name is one, whatever word it is made of.
const MARKED = /`[^`]{1,200}`|["“][^"“”]{1,200}["”]|\b[A-Z]{2,}\b/g;
const LOWER = /[a-z]/;
const KANA = /[\u3040-\u30ff]/;

let words: AskingWords | undefined;

/**
 * How much each token of a query counts, 0 to 1: what only asks counts little,
 * unless there is nothing else.
 */
export function emphasisOf(
  text: string,
  tokens: readonly string[],
  { analyzer, nameDepths }: {
    readonly analyzer: TextAnalyzer;
    readonly nameDepths: readonly number[];
  },
): readonly number[] {
  words ??= new AskingWords();
  const weights = words.weights(tokens);
  const folded = foldText(text);
  if (KANA.test(folded)) lowerPhrases(folded, tokens, analyzer, weights);
  const marked = markedTokens(folded, analyzer);
  tokens.forEach((token, i) => {
    const inName = (nameDepths[i] ?? 0) > 0 || (nameDepths[i + 1] ?? 0) > 0;
    if (inName || marked.has(token)) weights[i] = 1;
  });
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

/** Lowers the characters of phrases that only ask, where they stand. */
function lowerPhrases(
  folded: string,
  tokens: readonly string[],
  analyzer: TextAnalyzer,
  weights: number[],
): void {
  let from = 0;
  for (const phrase of askingPhrases(folded)) {
    const own = analyzer.tokens(phrase);
    const at = tokens.findIndex((_, i) =>
      i >= from && own.every((token, k) => tokens[i + k] === token)
    );
    if (at < 0) continue;
    from = at + own.length;
    own.forEach((_, k) => weights[at + k] = ASKING_WEIGHTS.talk);
  }
}
