// Sequences that a terminal obeys: CSI, OSC and the two-character ones.
const ESCAPE =
  // deno-lint-ignore no-control-regex
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[ -~]?/g;
// Controls, marks and overrides of direction, and what has no width.
const INVISIBLE =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A text on one line that shows what it holds: without escape sequences,
 * control characters, overrides of the direction of writing, and white space
 * other than single spaces.
 */
export function plain(text: string): string {
  // Most are as they should be: addresses, and titles in English.
  if (PLAIN.test(text)) return text;
  return text.replace(ESCAPE, "").replace(INVISIBLE, "")
    .replace(/\s+/g, " ").trim();
}
