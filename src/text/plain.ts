/**
 * Text from elsewhere, made harmless for whatever shows it.
 *
 * @module
 */

// What could forge a line, steer the terminal that shows it, or turn the order
// of what it shows around.
const CONTROLS =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

// What could steer a terminal that shows many lines: all controls but tabs, line
// ends and the marks that right-to-left texts have always used.
const STEERING =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Shows control characters by their codes. Lines quote others: what clients
 * send, words of the API, names of files.
 */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, code);
}

/** Makes a text from elsewhere safe for a terminal, which it must not steer. */
export function forTerminal(text: string): string {
  return text.replace(STEERING, code);
}

function code(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

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
