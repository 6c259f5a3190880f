/**
 * Dates as people write them in English and Japanese, and numeric ones that
 * mean the same everywhere. A date that could be read in two ways is none.
 *
 * @module
 */

/** A date in a text. */
export interface FoundDate {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

type Parts = readonly [year: number, month: number, day: number];
type Groups = readonly (string | undefined)[];

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const START = "(?<![\\w-])";
const END = "(?!\\w)";
// Their places are their values; ten is a word of its own.
const DIGITS = "〇一二三四五六七八九";
const COUNT = `\\d{1,2}|[${DIGITS}十]{1,3}`;
// The year before the first one of an era.
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
};

type Form = readonly [RegExp, (groups: Groups) => Parts];

/** What a text must hold to be worth looking through, and what to look for. */
const KINDS: readonly (readonly [sign: RegExp, forms: readonly Form[]])[] = [
  [/\d{4}/, [
    // 2025-01-03, 2025/1/3, before a time, too
    form(
      `(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})(?:(?=T\\d)|${END}(?!-))`,
      ([year, , month, day]) => [Number(year), Number(month), Number(day)],
    ),
    // 2025.01.03, 2025. 1. 3.; 2025.1.3 may be a version
    form(
      `(\\d{4})\\.(?:(\\d{2})\\.(\\d{2})|\\s(\\d{1,2})\\.\\s(\\d{1,2})\\.)${END}(?!\\.\\d)`,
      ([year, month, day, otherMonth, otherDay]) => [
        Number(year),
        Number(month ?? otherMonth),
        Number(day ?? otherDay),
      ],
    ),
    // 03.01.2025 has the day first wherever it is written, 1/3/2025 has not.
    form(
      `(\\d{1,2})([./])(\\d{1,2})\\2(\\d{4})${END}`,
      ([first, sign, second, year]) => {
        const [a, b] = [Number(first), Number(second)];
        if (sign === "." || a > 12 || a === b) return [Number(year), b, a];
        return b > 12 ? [Number(year), a, b] : [0, 0, 0];
      },
    ),
  ]],
  [/[年년]/, [
    // 2025年1月7日, 令和7年1月7日, 二〇二五年一月七日, 2025년 1월 7일
    form(
      `(?:(\\d{4}|[${DIGITS}]{4})|(令和|平成|昭和)\\s?(${COUNT}|元))\\s?[年년]\\s?(${COUNT})\\s?[月월]\\s?(${COUNT})\\s?[日일号號](?:\\s?[(（]?[月火水木金土日월화수목금토일](?:曜日?|요일)[)）]?|\\s?[(（][月火水木金土日월화수목금토일][)）])?`,
      ([year, era, ofEra, month, day]) => [
        year === undefined
          ? (ERAS[era ?? ""] ?? 0) + (ofEra === "元" ? 1 : countOf(ofEra))
          : countOf(year),
        countOf(month),
        countOf(day),
      ],
    ),
  ]],
  [new RegExp(MONTHS.join("|"), "i"), [
    // Jan 5, 2025; January 5th 2025
    form(
      `${MONTH}\\s{1,2}${DAY},?\\s{1,2}(\\d{4})${END}`,
      ([month, day, year]) => [Number(year), monthOf(month), Number(day)],
    ),
    // 5 January 2025, 5th of January, 2025, 05-Jan-2025
    form(
      `${DAY}[\\s-](?:of\\s)?${MONTH},?[\\s-](\\d{4})${END}`,
      ([day, month, year]) => [Number(year), monthOf(month), Number(day)],
    ),
    // 2025 Jan 5, 2025-Jan-05
    form(
      `(\\d{4}),?[\\s-]${MONTH}[\\s-]${DAY}${END}`,
      ([year, month, day]) => [Number(year), monthOf(month), Number(day)],
    ),
  ]],
];

function form(
  pattern: string,
  read: (groups: Groups) => Parts,
): Form {
  return [new RegExp(START + pattern, "gi"), read];
}

/** Reads figures, or the words for them: 七, 十二, 二十, 二〇二五. */
function countOf(written = ""): number {
  const digits = written
    .replace(/^十/, "一十").replace(/十$/, "〇").replace("十", "")
    .replace(/[〇一二三四五六七八九]/g, (digit) => `${DIGITS.indexOf(digit)}`);
  return Number(digits);
}

function monthOf(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** The text with figures, and the marks between them, of single width. */
export function narrowFigures(text: string): string {
  return text.replace(
    /[０-９／－．]/g,
    (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
}

/** Finds the dates that the calendar has, by where they stand. */
export function findDates(text: string): FoundDate[] {
  const narrow = narrowFigures(text);
  const found: FoundDate[] = [];
  const forms = KINDS.flatMap(([sign, forms]) =>
    sign.test(narrow) ? forms : []
  );
  for (const [pattern, read] of forms) {
    for (const match of narrow.matchAll(pattern)) {
      const [whole, ...groups] = match;
      const parts = read(groups);
      if (!isDate(...parts)) continue;
      const date = parts.map((n) => String(n).padStart(2, "0")).join("-");
      const start = match.index;
      found.push({ date, start, end: start + whole.length });
    }
  }
  // Of two readings of the same characters the longer one holds.
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let covered = -1;
  return found.filter(({ end }) => {
    const inside = end <= covered;
    covered = Math.max(covered, end);
    return !inside;
  });
}

/** Whether the calendar has that day: the 30th of February is a mistake. */
function isDate(year: number, month: number, day: number): boolean {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= last;
}
