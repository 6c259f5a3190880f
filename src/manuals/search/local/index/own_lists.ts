// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import { formsPairs, HAN_CHAR, WORD } from "../tokens/token_kind.ts";
import { lowerBound } from "./lower_bound.ts";

/** The columns of a segment that tell what its sections hold. */
export interface TokenColumns {
  readonly tokenKinds: Uint8Array;
  readonly tokenOrder: Uint16Array;
  readonly pairs: Uint32Array;
  readonly tokens: Uint16Array;
  readonly tokenStart: Uint32Array;
  readonly contextTokens: Uint8Array;
}

/**
 * The lists that hold a section because of its own text: those of its terms, as
 * `termsOf` has them, found by their numbers. Many files may go at once, and
 * looking their words up would take longer than indexing them did.
 */
export function ownLists(
  columns: TokenColumns,
  section: number,
): Set<number> {
  const { tokens, tokenStart, contextTokens, tokenKinds } = columns;
  const lists = new Set<number>();
  const start = tokenStart[section]!;
  const end = tokenStart[section + 1]! - contextTokens[section]!;
  const paired = (at: number): boolean =>
    at >= start && at < end && formsPairs(tokenKinds[tokens[at]!]);
  for (let at = start; at < end; at++) {
    const token = tokens[at]!;
    const kind = tokenKinds[token]!;
    if (kind === WORD) lists.add(token);
    if (!formsPairs(kind)) continue;
    const before = paired(at - 1);
    if (before) lists.add(findPair(columns, tokens[at - 1]!, token));
    const alone = !before && !paired(at + 1);
    if (kind === HAN_CHAR || alone) lists.add(token);
  }
  return lists;
}

/** The list of two characters side by side, by their numbers, or -1. */
export function findPair(
  { pairs, tokenOrder }: TokenColumns,
  first: number,
  second: number,
): number {
  const key = first * 65536 + second;
  const at = lowerBound(pairs, key);
  return pairs[at] === key ? tokenOrder.length + at : -1;
}
