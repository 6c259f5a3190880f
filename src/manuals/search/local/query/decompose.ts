/**
 * Questions about two things at once, taken apart. Only the form of the
 * question counts; "A and B" alone is no comparison.
 *
 * @module
 */
import { foldText } from "../tokens/fold_text.ts";

// No side of a longer question is found.
const MAX_CHARS = 400;

const PATTERNS: readonly RegExp[] = [
  /^(?<a>.{1,80}?)と(?<b>.{1,80}?)の(?:違い|相違|差|比較|関係)/u,
  /^(?<a>.{1,80}?)と(?<b>.{1,80}?)(?:を比較|は何が違|では?どちら|どっち|どう違)/u,
  /^(?<a>.{1,80}?)の場合の(?<b>.{1,80})$/u,
  /\b(?:difference|differences|comparison) between (?<a>.{1,80}?) and (?<b>.{1,80}?)[?.]?$/iu,
  /^(?:compare )?(?<a>.{1,80}?) (?:vs\.?|versus|compared (?:to|with)) (?<b>.{1,80}?)[?.]?$/iu,
];

// In every question that a pattern fits: most need none of them compiled.
const HINT = /と|の場合の|between| vs| versus| compared/iu;

/** The two sides of a comparing question, or nothing. */
export function decompose(query: string): readonly string[] {
  const text = foldText(query.trimStart().slice(0, MAX_CHARS))
    .replace(/\s+/g, " ").trim();
  if (!HINT.test(text)) return [];
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text)?.groups;
    const sides = [found?.a, found?.b].map((side) => side?.trim() ?? "");
    if (sides.every((side) => side.length > 0)) return sides;
  }
  return [];
}
