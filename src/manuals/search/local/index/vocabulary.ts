// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "./segment.ts";

/** The numbers of the tokens that a text is a part of. */
export function tokensHolding(segment: Segment, text: string): number[] {
  const { tokenChars, charStart } = segment.columns;
  const { length } = text;
  const first = text.charCodeAt(0);
  const found: number[] = [];
  for (let token = 0; token + 1 < charStart.length; token++) {
    const last = charStart[token + 1]! - length;
    for (let at = charStart[token]!; at <= last; at++) {
      if (tokenChars[at] !== first) continue;
      let same = 1;
      while (same < length && tokenChars[at + same] === text.charCodeAt(same)) {
        same++;
      }
      if (same < length) continue;
      found.push(token);
      break;
    }
  }
  return found;
}
