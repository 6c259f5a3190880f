/**
 * The list of sources that a model writes under its answer. It is read for
 * dates, taken out and replaced by the server's own, so that an answer has
 * exactly one list and always the same form.
 *
 * @module
 */
import { findUrls, sourceKey } from "./source_url.ts";

const WORD =
  "(?:sources?|出典|情報源|参考(?:文献|資料|情報|リンク|サイト|url)?)(?:一覧)?";
const BOLD = "(?:\\*\\*|__)\\s*";
const MARK = "(?:#{1,6}|[-*•])\\s+";
// Markup, the word, markup, then a colon with what follows it, or nothing. No
// two neighbours take the same white space: that would square the time.
const HEADING = new RegExp(
  `^(?:\\s{0,3}(?:${MARK})?${BOLD}|\\s{0,3}${MARK}|\\s*)${WORD}\\s*(?:${BOLD})?(?:[:：]\\s*(?:${BOLD})?(.*))?$`,
  "is",
);
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;
const LIST_ITEM = /^\s*(?:[-*•・]|\d{1,3}[.)]|\[\d{1,3}\])\s*\S/;
const ISO_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const SENTENCE_END = /[。.!?！？]$/;
const MAX_SOURCE_NAME = 120;

/** An answer without its source lists, and the dates that were in them. */
export interface SplitAnswer {
  /** The text without the lists. */
  readonly body: string;
  /** ISO dates by {@linkcode sourceKey}. */
  readonly dates: ReadonlyMap<string, string>;
}

/** Takes the lists of sources out of an answer, in one pass. */
export function splitSources(
  text: string,
  ids: readonly string[] = [],
): SplitAnswer {
  const lines = text.trimEnd().split("\n");
  const dates = new Map<string, string>();
  const kept: string[] = [];
  let fenced = false;
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? "";
    if (FENCE.test(line)) fenced = !fenced;
    const end = fenced ? i : listEnd(lines, i, ids);
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

/** Where the list that begins at a line ends; the line itself if none does. */
function listEnd(
  lines: readonly string[],
  start: number,
  ids: readonly string[],
): number {
  const heading = HEADING.exec(lines[start] ?? "");
  if (!heading) return start;
  const inline = heading[1] ?? "";
  if (inline !== "" && !namesSource(inline, ids)) return start;
  let end = start + 1;
  let named = inline !== "";
  let allNamed = true;
  for (let i = end; i < lines.length; i++) {
    const line = (lines[i] ?? "").trim();
    if (line === "") continue;
    if (FENCE.test(line) || !looksLikeSource(line, ids)) break;
    if (namesSource(line, ids)) named = true;
    else allNamed = false;
    end = i + 1;
  }
  // In mid-text only what is nothing but sources is taken out.
  const trailing = end === lines.length;
  return trailing || (named && allNamed) ? end : start;
}

function looksLikeSource(line: string, ids: readonly string[]): boolean {
  if (/^#{1,6}\s/.test(line)) return false;
  return LIST_ITEM.test(line) || namesSource(line, ids) ||
    (line.length <= MAX_SOURCE_NAME && !SENTENCE_END.test(line));
}

function namesSource(line: string, ids: readonly string[]): boolean {
  return /https?:\/\//i.test(line) || findDates(line).length > 0 ||
    ids.some((id) => line.includes(id));
}

/** One entry is a list item with the lines that continue it. */
function readDates(
  lines: readonly string[],
  ids: readonly string[],
  dates: Map<string, string>,
): void {
  let entry = "";
  for (const line of [...lines, "- "]) {
    if (!/^\s*(?:[-*•・]|\d{1,3}[.)]|\[\d{1,3}\])\s/.test(line)) {
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
  // A date inside a URL is part of its path, not a statement about it.
  const found = findDates(entry)
    .filter((d) => !sources.some((s) => d.at >= s.start && d.at < s.end));
  for (const [i, source] of sources.entries()) {
    const next = sources[i + 1]?.start ?? Infinity;
    const date = found.find((d) => d.at >= source.end && d.at < next) ??
      (sources.length === 1 ? found[0] : undefined);
    if (date && !dates.has(source.key)) dates.set(source.key, date.date);
  }
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
