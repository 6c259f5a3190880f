/**
 * Codes of the characters that Markdown gives a meaning.
 *
 * @module
 */

/** Tab. */
export const TAB = 9;
/** Line feed. */
export const LF = 10;
/** Carriage return. */
export const CR = 13;
/** Space. */
export const SPACE = 32;
/** `#`. */
export const HASH = 35;
/** `)`. */
export const CLOSE_PAREN = 41;
/** `*`. */
export const STAR = 42;
/** `+`. */
export const PLUS = 43;
/** `-`. */
export const DASH = 45;
/** `.`. */
export const DOT = 46;
/** `0`. */
export const DIGIT_0 = 48;
/** `9`. */
export const DIGIT_9 = 57;
/** `<`. */
export const LESS = 60;
/** `=`. */
export const EQUALS = 61;
/** `>`. */
export const GREATER = 62;
/** `_`. */
export const UNDERSCORE = 95;
/** Backtick. */
export const BACKTICK = 96;
/** `~`. */
export const TILDE = 126;
