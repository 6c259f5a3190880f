import { plain } from "../../text/plain.ts";
import { cut } from "../../text/show.ts";
import { findLinks } from "./links.ts";
import { publicationDates } from "./publication.ts";
import { pageName, sourceKey } from "./source_url.ts";

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
  /** Pages that were seen, by what they are called without a scheme. */
  readonly pages: ReadonlyMap<string, string>;
  /** The date of the answer, as YYYY-MM-DD. */
  readonly today: string;
}

const MAX_TEXT = 200;
const BULLET = /^(?:[-*+•‣◦▪]\s{1,4}|[•・])/;
const NUMBER =
  /^[*_]{0,3}(?:\\?[[［]{1,2}\^?(\d{1,3})\\?[\]］]{1,2}(?!\()|【(\d{1,3})】|[(（](\d{1,3})[)）]|(\d{1,3})\\?[.)．](?=[\s*_[<h])|(\d{1,3})、)[*_]{0,3}[:：.]?[*_]{0,3}\s{0,4}/;
const NUMBER_LINK = /^[*_]{0,3}\[{1,2}\^?(\d{1,3})\]{1,2}\(/;
const CELL_NUMBER =
  /^\|\s{0,9}[*_]{0,3}\[?\^?(\d{1,3})\]?\.?[*_]{0,3}\s{0,9}\|/;

/** How a line begins. */
interface Start {
  readonly indent: number;
  /** It begins an item of a list, or is a row of a table. */
  readonly item: boolean;
  readonly number?: number;
  /** Where its text begins. */
  readonly from: number;
}

function startOf(line: string): Start {
  const text = line.trimStart();
  const indent = line.length - text.length;
  const cell = CELL_NUMBER.exec(text);
  if (text.startsWith("|")) {
    return {
      indent,
      item: true,
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
    from: indent + bullet.length + (marker?.[0].length ?? 0),
    ...number !== undefined && { number: Number(number) },
  };
}

/** Whether a line begins an item of a list, or is a row of a table. */
export function isItem(line: string): boolean {
  const { item, from } = startOf(line);
  return item && line.slice(from).trim() !== "";
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
  const groups: { number?: number; lines: Line[] }[] = [];
  let base: number | undefined;
  let addressed = false;
  for (const { text, shown } of lines) {
    if (shown.trim() === "") continue;
    const start = startOf(shown);
    const deeper = base !== undefined && start.indent > base + 1;
    const address = hasAddress(shown, context.ids);
    const begins = !deeper && (start.item || (address && addressed));
    if (start.item) base ??= start.indent;
    const from = begins ? start.from : 0;
    const line = { text: text.slice(from), shown: shown.slice(from) };
    const { number } = start;
    const group = groups.at(-1);
    if (begins || !group) {
      groups.push({ lines: [line], ...number !== undefined && { number } });
      addressed = address;
    } else {
      group.lines.push(line);
      addressed ||= address;
    }
  }
  return renumbered(groups.map((g) => readEntry(g.lines, g.number, context)));
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
  number: number | undefined,
  { ids, pages, today }: EntryContext,
): Entry {
  const shown = lines.map((line) => line.shown).join("\n");
  const links = findLinks(shown);
  const found: Found[] = [
    ...links.length > 0 ? links : findPages(shown, pages),
    ...ids.flatMap((url) => {
      const start = shown.indexOf(url);
      return start < 0 ? [] : [{ url, start, end: start + url.length }];
    }),
  ].sort((a, b) => a.start - b.start);
  const dates = datesOf(shown, found, today);
  const text = plain(lines.map((line) => line.text).join(" "));
  return {
    ...number !== undefined && { number },
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

/** The pages that were seen and are named without a scheme. */
function findPages(entry: string, pages: EntryContext["pages"]): Found[] {
  const words = entry.matchAll(/[^\s()<>[\]|,"'*、。（）「」【】]+/g);
  return [...words].flatMap(({ 0: word, index }) => {
    const url = pages.get(pageName(word));
    if (url === undefined) return [];
    return [{ url, start: index, end: index + word.length }];
  });
}

interface Found {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  /** Where the words of its link begin. */
  readonly from?: number;
  readonly title?: string;
}

/** The date of each source is the first one after it, by source key. */
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
  let first: string | undefined;
  for (const { date, start: at } of publicationDates(blank, today)) {
    while ((sources[last + 1]?.start ?? Infinity) <= at) last++;
    const words = sources[last + 1];
    // The words of a link are the title of the page.
    if (words && (words.from ?? words.start) < at) continue;
    first ??= date;
    const source = sources[last];
    const key = source && sourceKey(source.url);
    if (key !== undefined && !dates.has(key)) dates.set(key, date);
  }
  // Before the only source stands its date, too.
  const [only, ...others] = sources;
  if (!only || others.length > 0 || first === undefined) return dates;
  const key = sourceKey(only.url);
  return dates.has(key) ? dates : dates.set(key, first);
}
