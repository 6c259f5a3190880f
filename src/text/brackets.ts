/**
 * The bracket that opens what is closed at an offset; -1 where none stands
 * within reach before it.
 */
export function openingBracket(
  text: string,
  close: number,
  reach: number,
): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - reach); at--) {
    if (text[at] === "]") depth++;
    else if (text[at] === "[" && --depth === 0) return at;
  }
  return -1;
}
