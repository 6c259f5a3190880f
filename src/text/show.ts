/**
 * How values stand in messages and results.
 *
 * @module
 */

const MAX_SHOWN = 60;

/** Shows a value in an error: its JSON, cut, or its type when it is large. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(cut(value, MAX_SHOWN + 1));
}

/** Cuts a text to a number of UTF-16 units, never inside a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "") + "…";
}

/** Joins words as a sentence does: `a`, `a and b`, `a, b and c`. */
export function list(words: readonly string[], last: "and" | "or"): string {
  const most = words.slice(0, -1).join(", ");
  const end = words.at(-1) ?? "";
  return most === "" ? end : `${most} ${last} ${end}`;
}

/** Rounds for whoever reads it: more decimals would be noise. */
export function round(value: number, decimals = 4): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
