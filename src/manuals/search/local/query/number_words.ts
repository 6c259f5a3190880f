/**
 * Words that name the number beside them, in general language; a site's own
 * come from `manuals.lexicon.number_context`.
 *
 * @module
 */
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";

const GENERAL: readonly string[] = [
  "number",
  "no",
  "table",
  "figure",
  "section",
  "article",
  "chapter",
  "step",
  "version",
  "code",
  "page",
  "rule",
  "error",
  "port",
  "第",
  "条",
  "項",
  "号",
  "番",
  "表",
  "図",
  "章",
  "節",
  "版",
];

/** The tokens that name a number; of a longer word, the last one. */
export function numberWords(
  own: readonly string[],
  analyzer: TextAnalyzer,
): Set<string> {
  const names = [...GENERAL, ...own].map((word) =>
    analyzer.tokens(word).at(-1) ?? ""
  );
  return new Set(names.filter((name) => name !== ""));
}
