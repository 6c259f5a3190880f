import { narrowFigures } from "./dates.ts";

/** Numbers by which a text refers to sources. */
export interface References {
  /** Surely references. */
  readonly certain: ReadonlySet<number>;
  /** References if the sources have these numbers: `word[1]`, ranges. */
  readonly possible: ReadonlySet<number>;
  /** References if the sources are numbered like this: `(1)`, `¹`, `①`. */
  readonly alike: ReadonlySet<number>;
}

/** Words that stand before the number of a source. */
export const SOURCE_WORD =
  "(?:citations?|cite|sources?|ref(?:erence)?s?|出典|参考(?:文献)?|注)\\s?[:：#.]?\\s?";

const GROUP = new RegExp(
  `[[【［](${SOURCE_WORD}|S|#)?([\\d^,、，;–—~\\s\\\\-]+)[\\]】］](?!\\()`,
  "gi",
);
const NOTE = /^ {0,3}\[\^(\d{1,3})\]:/gm;
const IN_TAG = /<sup>\s?\[?(\d{1,3}(?:\s?,\s?\d{1,3}){0,9})\]?\s?<\/sup>/gi;
// What Japanese notes have.
const MARKED = new RegExp(
  `※(\\d{1,3})|[(（]${SOURCE_WORD}(\\d{1,3})[)）]`,
  "gi",
);
// "see source 2", "(refs. 1 and 3)"
const TOLD =
  /(?<![a-z])(?:sources?|ref(?:erence)?s?|出典|参考文献)[\s#.]{0,3}(\d{1,3}(?:\s?(?:[,、&–-]|and)\s?\d{1,3}){0,9})(?![\d%]|\.\d)/gi;
const ALIKE =
  /[(（](\d{1,3})[)）]|(?<![*\w])\*(\d{1,3})(?![\d*])|([⁰¹²³⁴-⁹]{1,3}|[①-⑳])/g;
const NUMBER = /^\s?\^?(\d{1,3})(?:\s?[–—~-]\s?\^?(\d{1,3}))?\s?\\?$/;
const LONGEST_RANGE = 50;
const CODE_NAME =
  /^(?:[a-z]|arr|args|argv|nums|vec|buf|str|dict|foo|bar|baz)$|[_$]|[a-z][A-Z]/;
// What follows an element of an array, and no word of a sentence.
const CODE_AFTER = /^(?:\s?=|\.\w|\(|\+\+|--|;|->|::)/;

/** Finds the references in a text whose code is masked. */
export function findReferences(text: string): References {
  const masked = narrowFigures(text);
  const certain = new Set<number>();
  const possible = new Set<number>();
  let end = -1;
  let kind: Kind = "certain";
  for (const match of masked.matchAll(GROUP)) {
    const numbers = (match[2] ?? "").split(/[,、，;]/)
      .map((part) => NUMBER.exec(part));
    if (!numbers.every((number) => number !== null)) continue;
    // In `[1][2]` and `a[1][2]` the first one decides.
    if (match.index !== end) kind = kindOf(masked, match);
    end = match.index + match[0].length;
    if (kind === "none") continue;
    for (const [, first, last = first] of numbers) {
      const [from, to] = [Number(first), Number(last)];
      // Intervals begin at 0, and hardly any list.
      const unsure = from < to || from === 0 || kind === "possible";
      const target = unsure ? possible : certain;
      if (to - from > LONGEST_RANGE) continue;
      for (let n = from; n <= to; n++) target.add(n);
    }
  }
  for (const [, ...numbers] of masked.matchAll(MARKED)) {
    certain.add(Number(numbers.find(Boolean)));
  }
  // Whatever a note says, it explains its number where it stands.
  for (const [, number] of masked.matchAll(NOTE)) {
    if (certain.delete(Number(number))) possible.add(Number(number));
  }
  for (const pattern of [IN_TAG, TOLD]) {
    for (const [, numbers = ""] of masked.matchAll(pattern)) {
      for (const n of numbers.split(/\D+/)) possible.add(Number(n));
    }
  }
  const alike = new Set(
    Array.from(
      masked.matchAll(ALIKE),
      ([, ...numbers]) => readFigures(numbers.find(Boolean) ?? ""),
    ),
  );
  return { certain, possible, alike };
}

/** Reads a number in figures, superior ones and those in circles, too. */
export function readFigures(figures: string): number {
  const circled = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳".indexOf(figures);
  if (circled >= 0) return circled + 1;
  return Number(
    figures.replace(/[⁰¹²³⁴-⁹]/g, (f) => `${"⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(f)}`),
  );
}

type Kind = "certain" | "possible" | "none";

/** Arrays have their brackets right after a name; so do some references. */
function kindOf(text: string, match: RegExpExecArray): Kind {
  const before = text.slice(Math.max(0, match.index - 40), match.index)
    .replace(/\\$/, "");
  const end = match.index + match[0].length;
  const after = text.slice(end, end + 4);
  // `[^1]: a note` explains itself where it stands.
  if (/(?:^|\n)\s{0,3}$/.test(before) && after.startsWith(":")) return "none";
  if (match[1]?.length === 1) return "possible";
  // No array has brackets like these.
  if (!/^\[\d/.test(match[0])) return "certain";
  if (/[)\]]$/.test(before)) {
    return CODE_AFTER.test(after) ? "none" : "possible";
  }
  const name = before.split(/[^\w$]/).at(-1) ?? "";
  if (name === "") return "certain";
  const ofCode = CODE_NAME.test(name) || CODE_AFTER.test(after);
  return ofCode ? "none" : "possible";
}
