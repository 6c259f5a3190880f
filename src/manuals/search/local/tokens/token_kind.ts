import { type CharClasses, DENSE, HAN } from "./char_class.ts";

/** A word: it has a list. */
export const WORD = 0;
/** A character of a script without spaces: in pairs, alone if none is beside. */
export const DENSE_CHAR = 1;
/** A Han character: in pairs and alone. */
export const HAN_CHAR = 2;
/** Keeps two characters apart; has no list. */
export const NOTHING = 3;

/** What a token is and how it can be looked up. */
export function tokenKind(token: string, classes: CharClasses): number {
  if (token === "") return NOTHING;
  const kind = token.length === 1 ? classes.of(token.charCodeAt(0)) : 0;
  if (kind < DENSE) return WORD;
  return kind === HAN ? HAN_CHAR : DENSE_CHAR;
}

/** Tells whether a token of this kind forms pairs with its neighbours. */
export function formsPairs(kind: number | undefined): boolean {
  return kind === DENSE_CHAR || kind === HAN_CHAR;
}

/**
 * The terms that a row of tokens can be found by: words, pairs of neighbouring
 * characters, single Han characters, and a character with nothing beside it.
 * `kinds[i]` is the kind of token i of the row.
 */
export function termsOf(
  row: readonly string[],
  kinds: readonly number[],
): string[] {
  const terms: string[] = [];
  forEachTerm(row, kinds, (term) => terms.push(term));
  return terms;
}

/**
 * Visits the terms that a row of tokens can be found by, each with the token
 * that it ends with and how many it is of.
 */
export function forEachTerm(
  row: readonly string[],
  kinds: readonly number[],
  visit: (term: string, last: number, length: number) => void,
): void {
  row.forEach((token, i) => {
    const kind = kinds[i];
    if (kind === WORD) visit(token, i, 1);
    if (!formsPairs(kind)) return;
    const before = formsPairs(kinds[i - 1]);
    if (before) visit((row[i - 1] ?? "") + token, i, 2);
    const alone = !before && !formsPairs(kinds[i + 1]);
    if (kind === HAN_CHAR || alone) visit(token, i, 1);
  });
}
