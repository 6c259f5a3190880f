// What could forge a line, or steer the terminal that shows it.
// deno-lint-ignore no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * Shows control characters by their codes. Lines quote others: what clients
 * send, words of the API, names of files.
 */
export function oneLine(text: string): string {
  return text.replace(
    CONTROLS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
