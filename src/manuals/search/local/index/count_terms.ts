// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "./segment.ts";

/** Adds in how many rows each term of a segment stands, `sign` times. */
export function countTerms(
  segment: Segment,
  counts: Map<string, number>,
  sign: 1 | -1,
): void {
  const { listSections, columns: { pairs, tokenOrder } } = segment;
  const add = (term: string, list: number): void => {
    const rows = listSections[list]!;
    if (rows > 0) counts.set(term, (counts.get(term) ?? 0) + sign * rows);
  };
  const names = Array.from(tokenOrder, (_, token) => segment.token(token));
  names.forEach((name, token) => add(name, token));
  pairs.forEach((pair, i) => {
    const name = names[pair >>> 16]! + names[pair & 0xffff]!;
    add(name, names.length + i);
  });
}
