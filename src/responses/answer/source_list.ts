/**
 * The lists of sources that a model writes in its answer. They are read, taken
 * out and replaced by the server's own, so that an answer has exactly one list
 * and always the same form.
 *
 * @module
 */
import { CODE, maskCode } from "./code_mask.ts";
import { narrowFigures } from "./dates.ts";
import { maskTags, withoutFrame } from "./list_tags.ts";
import { findReferences, SOURCE_WORD } from "./references.ts";
import {
  type Block,
  blockAt,
  headingLevel,
  isRule,
  namesSource,
} from "./source_block.ts";
import {
  type Entry,
  type EntryContext,
  hasAddress,
  isNumbered,
  type Line,
  readEntries,
} from "./source_entries.ts";
import { sourceHeading } from "./source_heading.ts";

const UNDERLINE = /^(?:-{2,}|={2,})$/;
// An address with its number, or what Markdown calls a definition or footnote.
const NUMBERED_LINE = new RegExp(
  `^\\s{0,3}(?:[-*•]\\s{1,3})?[*_]{0,3}(?:\\\\?[[【［](?:\\^|${SOURCE_WORD}|S)?\\d{1,3}\\\\?[\\]】］](?!\\()|※\\d{1,3}|[(（]${SOURCE_WORD}\\d{1,3}[)）])`,
  "i",
);
// What some models say in place of a list.
const NO_LIST =
  /^(?:none|n\/a|see (?:the )?(?:links |citations |references )?(?:above|inline)|なし|上記(?:参照|の通り)?|keine|ningun[oa]s?|aucune?|无|無|없음)[.。]?$/i;
const CODED_ADDRESS = /`(https?:\/\/[^\s`]+)`/gi;
const INVISIBLE = /[\u200b\u200e\u200f\u2060\ufeff]/g;
const FOOTNOTE = /^\s{0,3}\[\^\d{1,3}\]:/;
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
  const notes = lines.some((line, i) =>
    FOOTNOTE.test(line.shown) && noteEnd(i, { lines, ids }) !== undefined
  );
  const end = lines.findLastIndex(({ shown }) => !isBlank(shown)) + 1;
  const answer = { lines, ids, notes, end };
  const lists = findLists(answer);
  const kept: string[] = [];
  let from = 0;
  for (const list of lists) {
    kept.push(...lines.slice(from, list.start).map((line) => line.text));
    from = withoutFrame(lines, { kept, ...list });
    closeGap(kept, lines[isBlank(lines[from]?.text) ? from + 1 : from]?.text);
  }
  kept.push(...lines.slice(from).map((line) => line.text));
  // A source below each of several claims belongs to its claim.
  const attached = lists.filter(({ inline }) => inline).length > 1;
  return {
    body: kept.join("\n").trimEnd(),
    entries: lists.flatMap((list) =>
      readEntries(list.lines, { ...context, ids }).map((entry) =>
        attached && list.inline ? { ...entry, attached } : entry
      )
    ),
  };
}

/** Leaves one gap where a list stood, and no rule above nothing or another. */
function closeGap(kept: string[], next: string | undefined): void {
  if (isBlank(kept.at(-1))) kept.pop();
  if (!isRule(kept.at(-1)) || (next !== undefined && !isRule(next))) return;
  kept.pop();
  if (isBlank(kept.at(-1))) kept.pop();
}

/** Whether a line shows nothing; it may be one of a quotation. */
function isBlank(line: string | undefined): boolean {
  return line !== undefined && /^\s*(?:>\s*)*$/.test(line);
}

function linesOf(text: string): Line[] {
  const whole = text.trimEnd();
  const shown = maskCode(whole).split("\n");
  return whole.split("\n").map((line, i) => ({
    text: line,
    shown: maskTags(
      withCodedAddresses(line, shown[i] ?? "").replace(INVISIBLE, " ")
        .replace(/^\s{0,3}(?:>\s?){1,5}/, ""),
    ),
  }));
}

/** In a list, an address in backticks is one as well. */
function withCodedAddresses(line: string, shown: string): string {
  if (!line.includes("`") || /^\uFFFC*$/.test(shown)) return shown;
  let result = shown;
  for (const { 0: span, 1: url = "", index } of line.matchAll(CODED_ADDRESS)) {
    const end = index + span.length;
    result = `${result.slice(0, index)} ${url} ${result.slice(end)}`;
  }
  return result;
}

/** What is known of an answer's lines. */
interface AnswerLines {
  readonly lines: readonly Line[];
  readonly ids: readonly string[];
  /** Behind its last line that says anything. */
  readonly end: number;
  /** Some of its footnotes have an address. */
  readonly notes: boolean;
}

/** A list of sources, and where it stands. */
interface List {
  readonly lines: readonly Line[];
  readonly start: number;
  readonly end: number;
  /** Its sources stand on the line of its heading. */
  readonly inline: boolean;
}

function findLists(answer: AnswerLines): List[] {
  const lists: List[] = [];
  for (let i = 0; i < answer.lines.length;) {
    const list = listAt(i, answer);
    if (list) lists.push(list);
    i = list?.end ?? i + 1;
  }
  if (lists.length > 0) return lists;
  const bare = bareList(answer);
  return bare ? [bare] : [];
}

/** The list that begins at a line, if one does. */
function listAt(start: number, answer: AnswerLines): List | undefined {
  const { lines, notes } = answer;
  const line = lines[start];
  if (!line || line.shown.trim().startsWith(CODE)) return undefined;
  // Of footnotes one may be a book; beside the others it is a source, too.
  const note = noteEnd(start, answer) ??
    (notes && FOOTNOTE.test(line.shown) ? start + 1 : undefined);
  if (note !== undefined) {
    const noted = lines.slice(start, note);
    return { lines: noted, start, end: note, inline: false };
  }
  const inline = sourceHeading(line.shown);
  if (inline === undefined) return undefined;
  if (NO_LIST.test(inline)) {
    return { lines: [], start, end: start + 1, inline: false };
  }
  const end = listEnd(start, inline, answer);
  if (end === undefined) return undefined;
  const rest = lines.slice(start + 1, end);
  if (inline === "") return { lines: rest, start, end, inline: false };
  const first = { text: inline, shown: inline };
  return { lines: [first, ...rest], start, end, inline: true };
}

/** Where a note with a number and an address ends, if one begins at a line. */
function noteEnd(
  start: number,
  { lines, ids }: Pick<AnswerLines, "lines" | "ids">,
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
  answer: AnswerLines,
): number | undefined {
  const { lines, ids } = answer;
  if (inline !== "" && !namesSource(inline, ids)) return undefined;
  const underlined = UNDERLINE.test((lines[start + 1]?.shown ?? "").trim());
  const block = blockAt(underlined ? start + 2 : start + 1, answer);
  const parts = partsEnd(lines[start]?.shown ?? "", block.end, answer);
  if (parts !== undefined) return parts;
  const isLast = block.remarkEnd >= answer.end;
  if (inline !== "") {
    // What stands below may be the next claim, which can have a date.
    if (block.allAddressed) return block.entriesEnd ?? block.wordsEnd;
    return isLast ? block.wordsEnd : start + 1;
  }
  return isList(block, isLast) ? block.entriesEnd ?? block.end : undefined;
}

/** Whether a block is a list of sources, and not what the answer is about. */
function isList(
  { empty, named, allNamed, numbered, plainItems }: Block,
  isLast: boolean,
): boolean {
  // In mid-text only what is nothing but sources is taken out.
  if (!isLast) return named && allNamed;
  return empty || named || numbered || plainItems;
}

/** Where a list ends that goes on in parts with headings of their own. */
function partsEnd(
  heading: string,
  from: number,
  answer: AnswerLines,
): number | undefined {
  const { lines } = answer;
  const level = headingLevel(heading);
  let end: number | undefined;
  for (let next = from; level > 0;) {
    while (isBlank(lines[next]?.shown)) next++;
    if (headingLevel(lines[next]?.shown) <= level) break;
    const part = blockAt(next + 1, answer);
    if (!part.named || !part.allNamed) break;
    next = end = part.end;
  }
  return end;
}

/** A numbered list at the end that the text refers to, without a heading. */
function bareList(answer: AnswerLines): List | undefined {
  const { lines, end, ids } = answer;
  let start = end;
  while (/^\s/.test(lines[start - 1]?.shown ?? "") || isEntry(start - 1)) {
    start--;
  }
  function isEntry(at: number): boolean {
    const line = lines[at]?.shown ?? "";
    return isNumbered(line) && hasAddress(line, ids);
  }
  if (!isEntry(start)) return undefined;
  const body = lines.slice(0, start).map(({ shown }) => shown).join("\n");
  if (!findReferences(body).certain.has(1)) return undefined;
  return { lines: lines.slice(start, end), start, end, inline: false };
}
