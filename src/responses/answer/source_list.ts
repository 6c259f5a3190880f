/**
 * The lists of sources that a model writes in its answer. They are read, taken
 * out and replaced by the server's own, so that an answer has exactly one list
 * and always the same form.
 *
 * @module
 */
import { CODE, maskCode } from "./code_mask.ts";
import { findDates } from "./dates.ts";
import {
  type Entry,
  type EntryContext,
  hasAddress,
  isItem,
  type Line,
  readEntries,
} from "./source_entries.ts";
import { sourceHeading } from "./source_heading.ts";

const RULE = /^([-*_])(?:\s*\1){2,}$/;
const UNDERLINE = /^(?:-{2,}|={2,})$/;
const SENTENCE_END = /[。.!?！？]$/;
const MAX_SOURCE_NAME = 120;
// An address with its number, or what Markdown calls a definition or footnote.
const NUMBERED_LINE =
  /^\s{0,3}(?:[-*•]\s{1,3})?[*_]{0,3}\\?[[【［]\^?\d{1,3}\\?[\]】］](?!\()/;
const NUMBER_INSIDE = /(?<=\S)\s{0,3}(?=[[【［]\^?\d{1,3}[\]】］](?!\())/;
const MAX_NUMBERED_LINE = 300;
// No more can be cited.
const MAX_IDS = 10;

/** An answer without its source lists, and what was in them. */
export interface SplitAnswer {
  /** The text without the lists. */
  readonly body: string;
  readonly entries: readonly Entry[];
}

/** Takes the lists of sources out of an answer, in linear time. */
export function splitSources(
  text: string,
  { ids: allIds, ...context }: EntryContext,
): SplitAnswer {
  const ids = [...new Set(allIds)].slice(0, MAX_IDS);
  const lines = linesOf(text);
  const stretches = findStretches(lines, ids);
  const entries: Entry[] = [];
  const kept: string[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (!line) break;
    const list = listAt(i, { lines, stretches, ids });
    if (!list) {
      kept.push(line.text);
      i++;
      continue;
    }
    entries.push(...readEntries(list.lines, { ...context, ids }));
    i = list.end;
    // One gap where the list stood, not two; nor a rule above nothing.
    if (isBlank(kept.at(-1))) kept.pop();
    if (i < lines.length || !RULE.test(kept.at(-1)?.trim() ?? "")) continue;
    kept.pop();
  }
  return { body: kept.join("\n").trimEnd(), entries };
}

function isBlank(line: string | undefined): boolean {
  return line?.trim() === "";
}

function linesOf(text: string): Line[] {
  const whole = text.trimEnd();
  const shown = maskCode(whole).split("\n");
  return whole.split("\n").map((line, i) => ({
    text: line,
    shown: (shown[i] ?? "").replace(/^\s{0,3}(?:>\s?){1,5}/, ""),
  }));
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
  lines: readonly Line[],
  ids: readonly string[],
): Stretch[] {
  const stretches: Stretch[] = new Array(lines.length + 1).fill(NO_SOURCES);
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]?.shown ?? "";
    const after = stretches[i + 1] ?? NO_SOURCES;
    if (isBlank(line)) stretches[i] = { ...after, paragraphEnd: i };
    else if (looksLikeSource(line, ids)) {
      const names = namesSource(line, ids);
      const paragraphEnd = after.paragraphEnd ?? i + 1;
      stretches[i] = {
        end: after.end ?? i + 1,
        paragraphEnd,
        entriesEnd: after.entriesEnd ??
          (isItem(line) || hasAddress(line, ids) ? paragraphEnd : undefined),
        named: names || after.named,
        // The head of a table names nothing.
        allNamed: (names || /^\s*\|/.test(line)) && after.allNamed,
      };
    }
  }
  return stretches;
}

/** What is known of an answer's lines. */
interface Answer {
  readonly lines: readonly Line[];
  readonly stretches: readonly Stretch[];
  readonly ids: readonly string[];
}

/** A list of sources: its lines, and where it ends. */
interface List {
  readonly lines: readonly Line[];
  readonly end: number;
}

/** The list that begins at a line, if one does. */
function listAt(start: number, answer: Answer): List | undefined {
  const { lines, ids } = answer;
  const line = lines[start];
  if (!line || line.shown.trim().startsWith(CODE)) return undefined;
  if (isNumberedLine(line.shown, ids)) return { lines: [line], end: start + 1 };
  const inline = sourceHeading(line.shown);
  if (inline === undefined) return undefined;
  const end = listEnd(start, inline, answer);
  if (end === undefined) return undefined;
  const rest = lines.slice(start + 1, end);
  if (inline === "") return { lines: rest, end };
  const first = inline.split(NUMBER_INSIDE)
    .map((part) => ({ text: part, shown: part }));
  return { lines: [...first, ...rest], end };
}

function isNumberedLine(line: string, ids: readonly string[]): boolean {
  return line.length <= MAX_NUMBERED_LINE && NUMBERED_LINE.test(line) &&
    hasAddress(line, ids);
}

/** Where the list under a heading ends; `undefined` if there is none. */
function listEnd(
  start: number,
  inline: string,
  answer: Answer,
): number | undefined {
  const { lines, stretches, ids } = answer;
  if (inline !== "" && !namesSource(inline, ids)) return undefined;
  const underlined = UNDERLINE.test((lines[start + 1]?.shown ?? "").trim());
  const first = underlined ? start + 2 : start + 1;
  const stretch = stretches[first] ?? NO_SOURCES;
  const parts = partsEnd(
    lines[start]?.shown ?? "",
    stretch.end ?? first,
    answer,
  );
  if (parts !== undefined) return parts;
  const end = stretch.end ?? first;
  // In mid-text only what is nothing but sources is taken out.
  const onlySources = (stretch.named || inline !== "") && stretch.allNamed;
  if (end < lines.length && !onlySources) return undefined;
  if (inline === "") return stretch.entriesEnd ?? end;
  return stretch.entriesEnd ?? stretch.paragraphEnd ?? end;
}

/** Where a list ends that goes on in parts with headings of their own. */
function partsEnd(
  heading: string,
  from: number,
  { lines, stretches }: Answer,
): number | undefined {
  const level = headingLevel(heading);
  let end: number | undefined;
  for (let next = from; level > 0;) {
    while (isBlank(lines[next]?.shown)) next++;
    const part = stretches[next + 1] ?? NO_SOURCES;
    if (headingLevel(lines[next]?.shown) <= level) break;
    if (!part.named || !part.allNamed || part.end === undefined) break;
    next = end = part.end;
  }
  return end;
}

function headingLevel(line = ""): number {
  return /^\s{0,3}(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
}

function looksLikeSource(line: string, ids: readonly string[]): boolean {
  const text = line.trim();
  if (headingLevel(text) > 0 || RULE.test(text)) return false;
  if (text.startsWith(CODE)) return false;
  return isItem(line) || namesSource(text, ids) ||
    (text.length <= MAX_SOURCE_NAME && !SENTENCE_END.test(text));
}

function namesSource(line: string, ids: readonly string[]): boolean {
  return hasAddress(line, ids) || findDates(line).length > 0;
}
