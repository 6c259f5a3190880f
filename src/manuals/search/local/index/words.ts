// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * The words of a segment as its texts spell them. Lists have stems, from which
 * nobody can tell what `configuraton` was meant to be.
 *
 * @module
 */
import { stem } from "../tokens/stem.ts";
import type { IndexView } from "./index_view.ts";
import type { SegmentColumns } from "./segment.ts";

/** A word that another one may be mistaken for. */
export const WORD = /^[A-Za-z]{5,32}$/;

/** How many edits a misspelt word may be away from the word that was meant. */
const MAX_EDITS = 2;

type WordColumns = Pick<SegmentColumns, "wordBytes" | "wordStart">;

/** All words of a segment. */
export function wordsOf({ wordBytes, wordStart }: WordColumns): string[] {
  const text = new TextDecoder().decode(wordBytes);
  const words: string[] = [];
  for (let i = 0; i + 1 < wordStart.length; i++) {
    words.push(text.slice(wordStart[i], wordStart[i + 1]));
  }
  return words;
}

/**
 * The word of an index that is nearest to one it does not have, in lower case;
 * of equally near ones that in the most sections. A swap of two letters is one
 * edit; words two edits away must begin alike.
 */
export function nearestWord(
  view: IndexView,
  word: string,
): string | undefined {
  const best = { word: "", edits: MAX_EDITS + 1, sections: 0 };
  for (const { columns } of view.segments) {
    for (const { text, edits } of nearWords(columns, word, best.edits)) {
      const sections = view.sectionsWith(stem(text));
      if (sections === 0 || edits > best.edits) continue;
      const better = edits < best.edits || sections > best.sections ||
        (sections === best.sections && text < best.word);
      if (better) Object.assign(best, { word: text, edits, sections });
    }
  }
  return best.word === "" ? undefined : best.word;
}

/** The words of a segment that are at most `most` edits away. */
function* nearWords(
  { wordBytes, wordStart }: WordColumns,
  word: string,
  most: number,
): Generator<{ readonly text: string; readonly edits: number }> {
  const wanted = Uint8Array.from(word, (char) => char.charCodeAt(0));
  const limit = Math.min(MAX_EDITS, most);
  const rows = [0, 1, 2].map(() => new Uint8Array(wanted.length + 1));
  for (let i = 0; i + 1 < wordStart.length; i++) {
    const start = wordStart[i]!;
    const end = wordStart[i + 1]!;
    if (Math.abs(end - start - wanted.length) > limit) continue;
    const alike = wordBytes[start] === wanted[0];
    const most = alike ? limit : Math.min(1, limit);
    const edits = editsBetween(wanted, wordBytes.subarray(start, end), {
      ...{ most, rows },
    });
    if (edits > most) continue;
    const text = String.fromCharCode(...wordBytes.subarray(start, end));
    yield { text, edits };
  }
}

/** Edits between two words, or more than `most`. */
function editsBetween(
  a: Uint8Array,
  b: Uint8Array,
  { most, rows }: {
    readonly most: number;
    /** Room for three rows. */
    readonly rows: readonly Uint8Array[];
  },
): number {
  let [before, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= a.length; j++) last[j] = j;
  for (let i = 1; i <= b.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= a.length; j++) {
      const same = a[j - 1] === b[i - 1] ? 0 : 1;
      let edits = Math.min(last[j - 1]! + same, last[j]! + 1, row[j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && a[j - 1] === b[i - 2] &&
        a[j - 2] === b[i - 1];
      if (isSwap) edits = Math.min(edits, before[j - 2]! + 1);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[a.length]!;
}
