const HALF = /[\ud800-\udfff]/g;
const STAND_IN = /[\u{f0000}-\u{f07ff}]/gu;
const FIRST_HALF = 0xd800;
const FIRST_STAND_IN = 0xf0000;

/**
 * A text in which each half of a surrogate pair is a character of its own, so
 * that halves survive UTF-8: indexes have them as terms.
 */
export function escapeHalves(text: string): string {
  return text.replace(
    HALF,
    (half) =>
      String.fromCodePoint(half.charCodeAt(0) - FIRST_HALF + FIRST_STAND_IN),
  );
}

/** What {@linkcode escapeHalves} was given. */
export function restoreHalves(text: string): string {
  return text.replace(STAND_IN, (char) =>
    String.fromCharCode(
      (char.codePointAt(0) ?? 0) - FIRST_STAND_IN + FIRST_HALF,
    ));
}
