import { foldText, normalizeText } from "../tokens/fold_text.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";

const NAME = /["“][^"“”]{1,200}["”]|[A-Za-z0-9_.:-]+/g;
const JOINED = /["“ ]|[_.:-][A-Za-z0-9]/;
const HUMP = /[a-z0-9][A-Z]|[A-Z][A-Z]/;
// No plural of capitals, such as `CPUs`.
const CAMEL = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]{2}/;

/**
 * For each token of a text how many tokens before it belong to the same name,
 * such as `max_idle_time`, `maxIdleTime`, `allow-env` or `os.path`, or to the
 * same words in quotes; nothing or 0 where none do.
 */
export function depthsInNames(
  text: string,
  tokens: readonly string[],
  analyzer: TextAnalyzer,
): readonly number[] {
  const depths: number[] = [];
  let from = 0;
  for (const name of foldText(text).match(NAME) ?? []) {
    const joined = JOINED.test(name);
    if (!joined && !CAMEL.test(name)) continue;
    const own = analyzer.tokens(name);
    const at = tokens.findIndex((_, i) =>
      i >= from && own.every((token, k) => tokens[i + k] === token)
    );
    if (at < 0) continue;
    from = at + own.length;
    // `maxIdleTime` is a token itself, before its parts.
    const whole = joined ? 0 : 1;
    own.forEach((_, k) => depths[at + k] = Math.max(0, k - whole));
  }
  return depths;
}

/** The terms that only the capitals inside a name give: `podBudget` → pod. */
export function humpTerms(
  text: string,
  terms: Iterable<string>,
  analyzer: TextAnalyzer,
): ReadonlySet<string> {
  const humps = new Set<string>();
  if (!HUMP.test(foldText(text))) return humps;
  const plain = new Set(analyzer.terms(normalizeText(text)));
  for (const term of terms) if (!plain.has(term)) humps.add(term);
  return humps;
}
