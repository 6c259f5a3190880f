// All but what NFKC leaves alone in nearly all text: ASCII, kana, common Han,
// Japanese punctuation. One look saves normalising most sections.
const MAY_CHANGE =
  /[\u0080-\u3000\u3004\u3012-\u3040\u3097-\u30a0\u30ff-\u4dff\ua000-\uffff]/;
const DASHES = /[\u00ad\u058a\u2010-\u2015\u2043\u2212\uff0d]/g;

/** Tells whether {@linkcode foldText} may change a text. */
export function mayFold(text: string): boolean {
  return MAY_CHANGE.test(text);
}

/**
 * Makes text comparable: NFKC (width, ligatures, half-width kana) and one dash.
 * Case is left alone, because `PodBudget` splits at its capitals.
 */
export function foldText(text: string): string {
  if (!MAY_CHANGE.test(text)) return text;
  // Dashes last: NFKC itself turns a non-breaking hyphen into a plain one.
  return text.normalize("NFKC").replace(DASHES, "-");
}

/**
 * Puts a query, a title or a word into the form in which two of them are
 * equal: folded, lower case, inner white space one space, none around.
 */
export function normalizeText(text: string): string {
  const lower = foldText(text).toLowerCase();
  // Lower case can undo NFKC only where there was something to fold.
  const plain = MAY_CHANGE.test(text) ? lower.normalize("NFKC") : lower;
  return plain.replace(/\s+/g, " ").trim();
}
