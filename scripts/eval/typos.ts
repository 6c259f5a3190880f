const WORD = /[A-Za-z]{6,}/g;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Numbers that look drawn by lot, but are always the same. */
export function lots(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

/**
 * A query with one slip in its longest word of six letters and more: a letter
 * too few, too many or wrong, or two swapped. `undefined` without such a word.
 */
export function withTypo(
  query: string,
  lot: (below: number) => number,
): string | undefined {
  const [word] = (query.match(WORD) ?? [])
    .toSorted((a, b) => b.length - a.length);
  if (word === undefined) return undefined;
  const at = lot(word.length - 1);
  const letter = LETTERS[lot(LETTERS.length)] ?? "";
  const before = word.slice(0, at);
  const slips = [
    before + word.slice(at + 1),
    before + letter + word.slice(at),
    before + letter + word.slice(at + 1),
    before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ];
  const slip = slips[lot(slips.length)] ?? word;
  return slip === word ? undefined : query.replace(word, slip);
}
