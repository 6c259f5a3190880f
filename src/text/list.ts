/** Joins words as a sentence does: `a`, `a and b`, `a, b and c`. */
export function list(words: readonly string[], last: "and" | "or"): string {
  const most = words.slice(0, -1).join(", ");
  const end = words.at(-1) ?? "";
  return most === "" ? end : `${most} ${last} ${end}`;
}
