/**
 * The list of sources that a model writes under its answer. It is read for
 * dates, taken out and replaced by the server's own, so that an answer has
 * exactly one list and always the same form.
 *
 * @module
 */
import { findUrls, sourceKey } from "./source_url.ts";

const WORD =
  "(?:sources?(?: used| cited| consulted)?|出典|情報源|参考(?:文献|資料|情報|リンク|サイト|url)?)(?:一覧)?";
const REMARK = "(?: ?[(（][^()（）]{1,40}[)）])?";
const OPEN = "(?:[*_]{1,3}|【)\\s*";
const CLOSE = "(?:[*_]{1,3}|】)\\s*";
const MARK = "(?:#{1,6}|[-*•])\\s+";
// Markup, the word, markup, then a colon with what follows it, or nothing. No
// two neighbours take the same white space: that would square the time.
const HEADING = new RegExp(
  `^(?:\\s{0,3}(?:${MARK})?${OPEN}|\\s{0,3}${MARK}|\\s*)${WORD}${REMARK}\\s*(?:${CLOSE})?(?:[:：]\\s*(?:${CLOSE})?(.*))?$`,
  "is",
);
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;
// Without the space it may be bold text, or a number.
const LIST_ITEM = /^\s*(?:[-*]\s|[•・]|\d{1,3}[.)]\s|\[\d{1,3}\])\s*\S/;
const RULE = /^([-*_])(?:\s*\1){2,}$/;
const ISO_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const SENTENCE_END = /[。.!?！？]$/;
const MAX_SOURCE_NAME = 120;
// No more can be cited.
const MAX_IDS = 10;

/** An answer without its source lists, and the dates that were in them. */
export interface SplitAnswer {
  /** The text without the lists. */
  readonly body: string;
  /** ISO dates by {@linkcode sourceKey}. */
  readonly dates: ReadonlyMap<string, string>;
}

/** Takes the lists of sources out of an answer, in linear time. */
export function splitSources(
  text: string,
  allIds: readonly string[] = [],
): SplitAnswer {
  const ids = [...new Set(allIds)].slice(0, MAX_IDS);
  const lines = text.trimEnd().split("\n");
  const stretches = findStretches(lines, ids);
  const dates = new Map<string, string>();
  const kept: string[] = [];
  let fenced = false;
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? "";
    if (FENCE.test(line)) fenced = !fenced;
    const end = fenced ? i : listEnd(i, { lines, stretches, ids });
    if (end === i) {
      kept.push(line);
      i++;
      continue;
    }
    readDates(lines.slice(i, end), ids, dates);
    i = end;
    // One gap where the list stood, not two.
    if (kept.at(-1)?.trim() === "") kept.pop();
  }
  return { body: kept.join("\n").trimEnd(), dates };
}

/** What looks like sources from one line on. */
interface Stretch {
  /** Behind its last line; `undefined` if there is none. */
  readonly end?: number;
  /** Behind the last line before the first blank one. */
  readonly paragraphEnd?: number;
  /** Behind the last paragraph with an entry: the rest may be a remark. */
  readonly entriesEnd?: number | undefined;
  /** A line names a source. */
  readonly named: boolean;
  /** Every line does. */
  readonly allNamed: boolean;
}

const NO_SOURCES: Stretch = { named: false, allNamed: true };

/** The stretch at each line, from the last one back: each line is read once. */
function findStretches(
  lines: readonly string[],
  ids: readonly string[],
): Stretch[] {
  const stretches: Stretch[] = new Array(lines.length + 1).fill(NO_SOURCES);
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = (lines[i] ?? "").trim();
    const after = stretches[i + 1] ?? NO_SOURCES;
    if (line === "") stretches[i] = { ...after, paragraphEnd: i };
    else if (!FENCE.test(line) && looksLikeSource(line, ids)) {
      const names = namesSource(line, ids);
      const paragraphEnd = after.paragraphEnd ?? i + 1;
      stretches[i] = {
        end: after.end ?? i + 1,
        paragraphEnd,
        entriesEnd: after.entriesEnd ??
          (isEntry(line, ids) ? paragraphEnd : undefined),
        named: names || after.named,
        allNamed: names && after.allNamed,
      };
    }
  }
  return stretches;
}

/** Where the list that begins at a line ends; the line itself if none does. */
function listEnd(
  start: number,
  { lines, stretches, ids }: {
    readonly lines: readonly string[];
    readonly stretches: readonly Stretch[];
    readonly ids: readonly string[];
  },
): number {
  const heading = HEADING.exec(lines[start] ?? "");
  if (!heading) return start;
  const inline = heading[1] ?? "";
  if (inline !== "" && !namesSource(inline, ids)) return start;
  const stretch = stretches[start + 1] ?? NO_SOURCES;
  const end = stretch.end ?? start + 1;
  // In mid-text only what is nothing but sources is taken out.
  const onlySources = (stretch.named || inline !== "") && stretch.allNamed;
  if (end < lines.length && !onlySources) return start;
  if (inline === "") return stretch.entriesEnd ?? end;
  return stretch.entriesEnd ?? stretch.paragraphEnd ?? end;
}

/** Only an entry of a list, or a line with an address, is surely a source. */
function isEntry(line: string, ids: readonly string[]): boolean {
  return LIST_ITEM.test(line) || hasAddress(line, ids);
}

function looksLikeSource(line: string, ids: readonly string[]): boolean {
  if (/^#{1,6}\s/.test(line) || RULE.test(line)) return false;
  return LIST_ITEM.test(line) || namesSource(line, ids) ||
    (line.length <= MAX_SOURCE_NAME && !SENTENCE_END.test(line));
}

function namesSource(line: string, ids: readonly string[]): boolean {
  return hasAddress(line, ids) || findDates(line).length > 0;
}

function hasAddress(line: string, ids: readonly string[]): boolean {
  return /https?:\/\//i.test(line) || ids.some((id) => line.includes(id));
}

/** One entry is a list item, or a line with an address, and what continues it. */
function readDates(
  lines: readonly string[],
  ids: readonly string[],
  dates: Map<string, string>,
): void {
  let entry = "";
  for (const line of [...lines, "- "]) {
    const again = hasAddress(line, ids) && hasAddress(entry, ids);
    if (!again && !/^\s*(?:[-*•・]|\d{1,3}[.)]|\[\d{1,3}\])\s/.test(line)) {
      entry += `\n${line}`;
      continue;
    }
    readEntry(entry, ids, dates);
    entry = line;
  }
}

function readEntry(
  entry: string,
  ids: readonly string[],
  dates: Map<string, string>,
): void {
  const sources = [
    ...findUrls(entry).map((f) => ({ ...f, key: sourceKey(f.url) })),
    ...ids.flatMap((id) => {
      const start = entry.indexOf(id);
      const end = start + id.length;
      return start < 0 ? [] : [{ start, end, key: sourceKey(id) }];
    }),
  ].sort((a, b) => a.start - b.start);
  let last = -1;
  let covered = 0;
  let first: string | undefined;
  for (const { date, at } of findDates(entry)) {
    for (
      let next = sources[last + 1];
      next && next.start <= at;
      next = sources[last + 1]
    ) {
      covered = Math.max(covered, next.end);
      last++;
    }
    // A date inside a URL is part of its path, not a statement about it.
    if (at < covered) continue;
    first ??= date;
    const source = sources[last];
    if (source && !dates.has(source.key)) dates.set(source.key, date);
  }
  // Before the only source stands its date, too.
  const [only, ...others] = sources;
  if (!only || others.length > 0 || first === undefined) return;
  if (!dates.has(only.key)) dates.set(only.key, first);
}

function findDates(text: string): { date: string; at: number }[] {
  const found: { date: string; at: number }[] = [];
  for (const match of text.matchAll(ISO_DATE)) {
    const [date, year, month, day] = match;
    if (isDate(Number(year), Number(month), Number(day))) {
      found.push({ date, at: match.index });
    }
  }
  return found;
}

/** Whether the calendar has that day: the 30th of February is a mistake. */
function isDate(year: number, month: number, day: number): boolean {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}
