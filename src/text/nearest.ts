const MAX_EDITS = 2;

/**
 * The known name that a misspelt one was probably meant to be: at most two
 * edits away, and at most one for every three letters.
 */
export function nearest(
  name: string,
  known: readonly string[],
): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(MAX_EDITS, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    // Longer names cannot be near, and may be as long as a client likes.
    if (Math.abs(candidate.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/**
 * How many letters to add, drop, change or swap with their neighbour make one
 * word the other, where no letter is edited twice.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(Math.min(
        change,
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      ));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/**
 * The end of a sentence about a word that is not known. Dashes before a word
 * do not count as letters: they may be what is missing.
 */
export function didYouMean(
  unknown: string | undefined,
  known: readonly string[],
): string {
  if (unknown === undefined) return "";
  const near = nearest(bare(unknown), known.map(bare));
  const meant = near && known.find((word) => bare(word) === near);
  return meant ? `; did you mean ${meant}?` : "";
}

function bare(word: string): string {
  return word.replace(/^-+/, "");
}
