import { plain } from "../../text/plain.ts";
import { cut } from "../../text/show.ts";
import { findDates, narrowFigures } from "./dates.ts";
import { findLinks } from "./links.ts";
import { publicationDates } from "./publication.ts";
import { readFigures, SOURCE_WORD } from "./references.ts";
import type { PageNames } from "./page_names.ts";
import { sourceKey, trimEnd } from "./source_url.ts";

/** A source in a list that the model wrote. */
export interface NamedSource {
  /** A URL, or the identifier of a source that has none. */
  readonly url: string;
  readonly title?: string;
  /** When it was published, as YYYY-MM-DD. */
  readonly date?: string;
}

/** One line or item of a list that the model wrote. */
export interface Entry {
  /** The number that the model gave it. */
  readonly number?: number;
  /** The number is written `(1)` or `¹`, as many are that refer to nothing. */
  readonly unmarked?: true;
  /** It stands below the claim that it supports. */
  readonly attached?: boolean;
  /** It says something by itself: an item, or a row with a date. */
  readonly item: boolean;
  readonly sources: readonly NamedSource[];
  /** What it says, without its number. */
  readonly text: string;
}

/** A line, and the same with its code masked. */
export interface Line {
  readonly text: string;
  readonly shown: string;
}

/** What entries are read with. */
export interface EntryContext {
  /** Identifiers of sources without an address. */
  readonly ids: readonly string[];
  /** Pages that were seen, by what they are called. */
  readonly pages: PageNames;
  /** The date of the answer, as YYYY-MM-DD. */
  readonly today: string;
}

const MAX_TEXT = 200;
const TAG = /<\/?[a-z][^<>]{0,200}>/gi;
const BULLET = /^(?:[-*+•‣◦▪]\s{1,4}|[•・])/;
const NUMBER = new RegExp(
  "^[*_]{0,3}(?:" + [
    `\\\\?[[［【]{1,2}(?:\\^|${SOURCE_WORD}|S|#)?(\\d{1,3})\\\\?[\\]］】]{1,2}(?!\\()`,
    `${SOURCE_WORD}(\\d{1,3})(?=[*_]{0,3}[:：.)])[.)]?`,
    `[(（](?:${SOURCE_WORD})?(\\d{1,3})[)）]`,
    "(\\d{1,3})\\\\?[.)．](?=[\\s*_[<h])",
    "(\\d{1,3})、",
    "([⁰¹²³⁴-⁹]{1,3}|[①-⑳])",
    "[※#](\\d{1,3})(?!\\d)",
    "\\*(\\d{1,3})(?![\\d*])",
  ].join("|") + ")[*_]{0,3}[:：.]?[*_]{0,3}\\s{0,4}",
  "i",
);
const UNMARKED = /^[*_]{0,3}(?:[(（]?\d{1,3}[)）]|[*⁰¹²³⁴-⁹①-⑳])/;
const NUMBER_INSIDE =
  /(?<=\S)\s{0,3}(?=[[【［]\^?\d{1,3}[\]】］]|[(（]\d{1,3}[)）]\s|(?<=\s)\d{1,2}[.)]\s|[①-⑳])/;
// Cheap to look for, and in every line that the pattern above divides.
const MAY_BE_NUMBER = /[[【［(（^\s]\d{1,3}[\]】］)）.]|[①-⑳]/;
const NUMBER_LINK = /^[*_]{0,3}\[{1,2}\^?(\d{1,3})\]{1,2}\(/;
const CELL_NUMBER =
  /^\|\s{0,9}[*_]{0,3}\[?\^?(\d{1,3})\]?\.?[*_]{0,3}\s{0,9}\|/;

/** How a line begins. */
interface Start {
  readonly indent: number;
  /** It begins an item of a list, or is a row of a table. */
  readonly item: boolean;
  /** It is a row of a table. */
  readonly row: boolean;
  readonly number?: number;
  readonly unmarked?: true;
  /** Where its text begins. */
  readonly from: number;
}

function startOf(line: string): Start {
  const text = narrowFigures(line.trimStart());
  const indent = line.length - text.length;
  if (text.startsWith("|")) {
    const cell = CELL_NUMBER.exec(text);
    return {
      indent,
      item: true,
      row: true,
      from: indent + (cell ? cell[0].length - 1 : 0),
      ...cell && { number: Number(cell[1]) },
    };
  }
  const bullet = BULLET.exec(text)?.[0] ?? "";
  const rest = text.slice(bullet.length);
  const marker = NUMBER.exec(rest);
  const number = (marker ?? NUMBER_LINK.exec(rest))?.slice(1).find(Boolean);
  return {
    indent,
    item: bullet !== "" || number !== undefined,
    row: false,
    from: indent + bullet.length + (marker?.[0].length ?? 0),
    ...number !== undefined && { number: readFigures(number) },
    ...UNMARKED.test(marker?.[0] ?? "") && { unmarked: true },
  };
}

/** How far a line is indented. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Whether a line begins an item of a list, or is a row of a table. */
export function isItem(line: string): boolean {
  const { item, from } = startOf(line);
  return item && line.slice(from).trim() !== "";
}

/** Whether a line begins with a number, as an entry does. */
export function isNumbered(line: string): boolean {
  return startOf(line).number !== undefined;
}

/** Whether a line names the address or the identifier of a source. */
export function hasAddress(line: string, ids: readonly string[]): boolean {
  return /https?:\/\//i.test(line) || ids.some((id) => line.includes(id));
}

/** Reads the lines of one list. An item goes on until the next one begins. */
export function readEntries(
  lines: readonly Line[],
  context: EntryContext,
): Entry[] {
  const groups: { start: Start; lines: Line[] }[] = [];
  // Without marks and addresses each line is a name.
  const areNames = lines.every(({ shown }) =>
    !startOf(shown).item && !hasAddress(shown, context.ids)
  );
  let base: number | undefined;
  let addressed = false;
  for (const { text, shown } of lines.flatMap((l) => apart(l, context.ids))) {
    if (shown.trim() === "") continue;
    const start = startOf(shown);
    const deeper = base !== undefined && start.indent > base + 1;
    const address = hasAddress(shown, context.ids);
    const begins = areNames ||
      !deeper && (start.item || (address && addressed));
    if (start.item) base ??= start.indent;
    const from = begins ? start.from : 0;
    // What is shown may lack the marks of a quotation before it.
    const line = {
      text: text.slice(text.length - shown.length + from),
      shown: shown.slice(from),
    };
    const group = groups.at(-1);
    if (begins || !group) {
      const item = start.item || areNames;
      groups.push({ lines: [line], start: { ...start, item } });
      addressed = address;
    } else {
      group.lines.push(line);
      addressed ||= address;
    }
  }
  return renumbered(groups.map((g) => readEntry(g.lines, g.start, context)));
}

/** The entries on a line that has several, each with its number. */
function apart(line: Line, ids: readonly string[]): Line[] {
  if (!MAY_BE_NUMBER.test(line.shown)) return [line];
  const parts = line.shown.split(NUMBER_INSIDE);
  if (!parts.slice(1).every((part) => hasAddress(part, ids))) return [line];
  const before = line.text.length - line.shown.length;
  let at = 0;
  return parts.map((shown) => {
    const start = line.shown.indexOf(shown, at);
    at = start + shown.length;
    return { shown, text: line.text.slice(before + start, before + at) };
  });
}

/** Markdown counts for itself: a list may say `1.` at every item. */
function renumbered(entries: Entry[]): Entry[] {
  const numbers = entries.flatMap((entry) => entry.number ?? []);
  if (numbers.length < 2 || new Set(numbers).size > 1) return entries;
  let next = numbers[0] ?? 1;
  return entries.map((entry) =>
    entry.number === undefined ? entry : { ...entry, number: next++ }
  );
}

function readEntry(
  lines: readonly Line[],
  { number, unmarked, item, row }: Start,
  { ids, pages, today }: EntryContext,
): Entry {
  const shown = lines.map((line) => line.shown).join("\n");
  const links = findLinks(shown);
  const found: Found[] = [
    ...links.length > 0 ? links : pages.namedIn(shown),
    ...ids.flatMap((url) => {
      const start = shown.indexOf(url);
      return start < 0 ? [] : [{ url, start, end: start + url.length }];
    }),
  ].sort((a, b) => a.start - b.start);
  const dates = datesOf(shown, found, today);
  const said = lines.map((line) => line.text).join(" ").replace(TAG, " ");
  const text = trimEnd(plain(said.replace(/^\s*\|/, "")), "| ");
  return {
    ...number !== undefined && { number },
    ...unmarked && { unmarked },
    item: item && (!row || findDates(shown).length > 0),
    sources: found.map(({ url, title }) => {
      const date = dates.get(sourceKey(url));
      return {
        url,
        ...title !== undefined && { title },
        ...date !== undefined && { date },
      };
    }),
    text: cut(text, MAX_TEXT),
  };
}

interface Found {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  /** Where the words of its link begin. */
  readonly from?: number;
  readonly title?: string;
}

/** The date of each source is the one beside it, by source key. */
function datesOf(
  entry: string,
  sources: readonly Found[],
  today: string,
): Map<string, string> {
  const dates = new Map<string, string>();
  let blank = "";
  for (const { start, end } of sources) {
    const from = Math.max(start, blank.length);
    blank += entry.slice(blank.length, from);
    blank += "|".repeat(Math.max(0, end - blank.length));
  }
  blank += entry.slice(blank.length);
  let last = -1;
  const found = publicationDates(blank, today).flatMap(({ date, start }) => {
    while ((sources[last + 1]?.start ?? Infinity) <= start) last++;
    const next = sources[last + 1];
    // The words of a link are the title of the page.
    const inTitle = next && (next.from ?? next.start) < start;
    return inTitle ? [] : [{ date, last }];
  });
  // A date belongs to the source before it, unless each stands before its own.
  const isFirst = sources.length === 1
    ? found.every(({ last }) => last < 0)
    : found.length === sources.length &&
      found.every(({ last }, i) => last === i - 1);
  for (const { date, last } of found) {
    const source = sources[isFirst ? last + 1 : last];
    const key = source && sourceKey(source.url);
    if (key !== undefined && !dates.has(key)) dates.set(key, date);
  }
  return dates;
}
