/**
 * The lists of sources that a model writes in its answer. They are read, taken
 * out and replaced by the server's own, so that an answer has exactly one list
 * and always the same form.
 *
 * @module
 */
import { CODE, maskCode } from "./code_mask.ts";
import { findDates, narrowFigures } from "./dates.ts";
import {
  type Entry,
  type EntryContext,
  hasAddress,
  isItem,
  isNumbered,
  type Line,
  readEntries,
} from "./source_entries.ts";
import { maskTags, withoutFrame } from "./list_tags.ts";
import { namesAddress } from "./page_names.ts";
import { SOURCE_WORD } from "./references.ts";
import { sourceHeading } from "./source_heading.ts";

const RULE = /^([-*_])(?:\s*\1){2,}$/;
const UNDERLINE = /^(?:-{2,}|={2,})$/;
const TITLE =
  /^(?:\*\*|__)[^*_]{1,120}(?:\*\*|__)[:：]?$|^[^*•\d\[|-].{0,120}[:：]$/;
const SENTENCE_END = /[。.!?！？]$/;
const MAX_SOURCE_NAME = 120;
// An address with its number, or what Markdown calls a definition or footnote.
const NUMBERED_LINE = new RegExp(
  `^\\s{0,3}(?:[-*•]\\s{1,3})?[*_]{0,3}(?:\\\\?[[【［](?:\\^|${SOURCE_WORD}|S)?\\d{1,3}\\\\?[\\]】］](?!\\()|※\\d{1,3}|[(（]${SOURCE_WORD}\\d{1,3}[)）])`,
  "i",
);
const FOOTNOTE = /^\s{0,3}\[\^\d{1,3}\]:/;
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
  const notes = lines.some((line, i) =>
    FOOTNOTE.test(line.shown) && noteEnd(i, { lines, ids }) !== undefined
  );
  const end = lines.findLastIndex(({ shown }) => !isBlank(shown)) + 1;
  const answer = { lines, stretches, ids, notes, end };
  const entries: Entry[] = [];
  const kept: string[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    if (!line) break;
    const list = listAt(i, answer);
    if (!list) {
      kept.push(line.text);
      i++;
      continue;
    }
    entries.push(...readEntries(list.lines, { ...context, ids }));
    i = withoutFrame(lines, { kept, start: i, end: list.end });
    // One gap where the list stood, not two; nor a rule above nothing, or two.
    if (isBlank(kept.at(-1))) kept.pop();
    const next = isBlank(lines[i]?.text) ? i + 1 : i;
    if (next < lines.length && !isRule(lines[next]?.text)) continue;
    if (!isRule(kept.at(-1))) continue;
    kept.pop();
    if (isBlank(kept.at(-1))) kept.pop();
  }
  return { body: kept.join("\n").trimEnd(), entries };
}

function isBlank(line: string | undefined): boolean {
  return line?.trim() === "";
}

function isRule(line = ""): boolean {
  return RULE.test(line.trim());
}

function linesOf(text: string): Line[] {
  const whole = text.trimEnd();
  const shown = maskCode(whole).split("\n");
  return whole.split("\n").map((line, i) => ({
    text: line,
    shown: maskTags(
      (shown[i] ?? "").replace(/^\s{0,3}(?:>\s?){1,5}/, ""),
    ),
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
  /** A line has a number. */
  readonly numbered: boolean;
}

const NO_SOURCES: Stretch = { named: false, allNamed: true, numbered: false };

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
    // A title without sources below it begins something else.
    else if (!after.named && TITLE.test(line.trim())) continue;
    else if (isRemark(i, lines)) continue;
    else if (looksLikeSource(line, ids)) {
      const names = namesSource(line, ids);
      const paragraphEnd = after.paragraphEnd ?? i + 1;
      stretches[i] = {
        end: after.end ?? i + 1,
        paragraphEnd,
        entriesEnd: after.entriesEnd ??
          (isItem(line) || hasAddress(line, ids) ? paragraphEnd : undefined),
        named: names || after.named,
        numbered: isNumbered(line) || after.numbered,
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
  /** Behind its last line that says anything. */
  readonly end: number;
  /** Some of its footnotes have an address. */
  readonly notes: boolean;
}

/** A list of sources: its lines, and where it ends. */
interface List {
  readonly lines: readonly Line[];
  readonly end: number;
}

/** The list that begins at a line, if one does. */
function listAt(start: number, answer: Answer): List | undefined {
  const { lines, notes } = answer;
  const line = lines[start];
  if (!line || line.shown.trim().startsWith(CODE)) return undefined;
  // Of footnotes one may be a book; beside the others it is a source, too.
  const note = noteEnd(start, answer) ??
    (notes && FOOTNOTE.test(line.shown) ? start + 1 : undefined);
  if (note !== undefined) return { lines: lines.slice(start, note), end: note };
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

/** Where a note with a number and an address ends, if one begins at a line. */
function noteEnd(
  start: number,
  { lines, ids }: Pick<Answer, "lines" | "ids">,
): number | undefined {
  if (!isNote(lines[start])) return undefined;
  let end = start + 1;
  while (/^(?: {2,8}|\t)[^\s-]/.test(lines[end]?.shown ?? "")) {
    if (isNote(lines[end])) break;
    end++;
  }
  const note = lines.slice(start, end);
  return note.some(({ shown }) => hasAddress(shown, ids)) ? end : undefined;
}

function isNote({ shown }: Line = { text: "", shown: "" }): boolean {
  return shown.length <= MAX_NUMBERED_LINE &&
    NUMBERED_LINE.test(narrowFigures(shown));
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
  // The sources of energy, say, are what the answer is about.
  if (inline === "" && stretch.end !== undefined) {
    if (!stretch.named && !stretch.numbered) return undefined;
  }
  // In mid-text only what is nothing but sources is taken out.
  const onlySources = (stretch.named || inline !== "") && stretch.allNamed;
  if (end < answer.end && !onlySources) return undefined;
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

/** A sentence in a paragraph of its own after the items of a list. */
function isRemark(at: number, lines: readonly Line[]): boolean {
  const line = lines[at]?.shown ?? "";
  if (/^\s/.test(line) || isItem(line)) return false;
  if (!SENTENCE_END.test(line.trim()) || !isBlank(lines[at - 1]?.shown)) {
    return false;
  }
  const before = lines[at - 2]?.shown ?? "";
  return isItem(before) || /^\s+\S/.test(before);
}

function looksLikeSource(line: string, ids: readonly string[]): boolean {
  const text = line.trim();
  if (headingLevel(text) > 0 || isRule(text)) return false;
  if (text.startsWith(CODE)) return false;
  return isItem(line) || namesSource(text, ids) ||
    (text.length <= MAX_SOURCE_NAME && !SENTENCE_END.test(text));
}

function namesSource(line: string, ids: readonly string[]): boolean {
  return hasAddress(line, ids) || namesAddress(line) ||
    findDates(line).length > 0;
}
