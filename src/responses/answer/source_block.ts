/**
 * The lines below a heading, as far as they look like sources.
 *
 * @module
 */
import { CODE } from "./code_mask.ts";
import { findDates } from "./dates.ts";
import { namesAddress } from "./page_names.ts";
import { hasAddress, indentOf, isItem, isNumbered } from "./source_entries.ts";
import { sourceHeading } from "./source_heading.ts";
import { hasOtherScheme } from "./source_url.ts";

/** A run of lines that looks like sources. */
export interface Block {
  /** Behind its last line. */
  readonly end: number;
  /** Behind the remark that follows it, if one does. */
  readonly remarkEnd: number;
  /** Behind the last paragraph with an entry: the rest may be a remark. */
  readonly entriesEnd: number | undefined;
  /** Behind the lines of words that it begins with, up to a blank one. */
  readonly wordsEnd: number;
  /** There is nothing in it. */
  readonly empty: boolean;
  /** Something in it names a source. */
  readonly named: boolean;
  /** Everything in it does. */
  readonly allNamed: boolean;
  /** Everything in it has an address. */
  readonly allAddressed: boolean;
  /** Something in it has a number. */
  readonly numbered: boolean;
  /** It is a short list of items in plain words. */
  readonly plainItems: boolean;
}

/** Lines with their code masked, and the ids of sources without an address. */
export interface Shown {
  readonly lines: readonly { readonly shown: string }[];
  readonly ids: readonly string[];
}

const RULE = /^([-*_])(?:\s*\1){2,}$/;
const TITLE =
  /^(?:\*\*|__)[^*_]{1,120}(?:\*\*|__)[:：]?$|^[^*•\d\[|-].{0,120}[:：]$/;
const SENTENCE_END = /[。.!?！？]$/;
const MAX_SOURCE_NAME = 120;
const MAX_PLAIN_ITEMS = 10;

/** Reads the block that begins at a line. */
export function blockAt(first: number, shown: Shown): Block {
  const all = upTo(
    readUnits(first, shown),
    ({ apart, item, named }) => apart && item && !named,
  );
  const last = all.findLastIndex(({ named }) => named);
  // Words may be the title of a part, if there is something in it.
  const units = upTo(
    all,
    ({ apart, title }, i) => i > last && (apart || title),
  );
  const entry = units.findLastIndex(({ item, address }) => item || address);
  return {
    end: units.at(-1)?.end ?? first,
    remarkEnd: all.at(-1)?.end ?? first,
    entriesEnd: entry < 0 ? undefined : paragraphEnd(units.slice(entry)),
    wordsEnd: wordsEnd(units, first),
    empty: units.length === 0,
    named: units.some(({ named }) => named),
    // Neither the head of a table nor that of a part names anything.
    allNamed: units.every(({ named, kind, title }) =>
      named || kind === "row" || title
    ),
    allAddressed: units.every(({ address }) => address),
    numbered: units.some(({ kind }) => kind === "numbered"),
    plainItems: units.length > 0 && units.length <= MAX_PLAIN_ITEMS &&
      units.every(({ item, kind, plain }) => item && kind !== "row" && plain),
  };
}

/** An item with what stands below it, or a line of its own. */
interface Unit {
  readonly start: number;
  readonly end: number;
  readonly item: boolean;
  readonly kind: Kind;
  /** It stands apart from what is before it, and is of another kind. */
  readonly apart: boolean;
  readonly title: boolean;
  readonly named: boolean;
  readonly address: boolean;
  /** It is short and has no code. */
  readonly plain: boolean;
}

type Kind = "row" | "numbered" | "item" | "address" | "words";

function kindOf(line: string, ids: readonly string[]): Kind {
  if (isRow(line)) return "row";
  if (isNumbered(line)) return "numbered";
  if (isItem(line)) return "item";
  return hasAddress(line, ids) ? "address" : "words";
}

function readUnits(first: number, shown: Shown): Unit[] {
  const units: Unit[] = [];
  // Some lists have a sentence about each source on a line of its own.
  let isTold = false;
  for (let i = first; i < shown.lines.length;) {
    if (isBlank(shown, i)) {
      i++;
      continue;
    }
    const line = lineAt(shown, i);
    if (isRemark(line, units.at(-1), i) || !looksLikeSource(line, shown.ids)) {
      break;
    }
    const below = isItem(line) ? endBelow(i, shown) : i + 1;
    const end = toldEnd(below, isTold, shown);
    isTold ||= end > below;
    const text = shown.lines.slice(i, end).map((l) => l.shown).join("\n");
    const before = units.at(-1);
    const kind = kindOf(line, shown.ids);
    const apart = before !== undefined && before.end < i &&
      (kind !== before.kind || kind === "row");
    units.push({
      start: i,
      end,
      item: isItem(line),
      kind,
      apart,
      title: TITLE.test(line.trim()),
      named: namesSource(text, shown.ids),
      address: hasAddress(text, shown.ids),
      plain: text.length <= MAX_SOURCE_NAME && !text.includes(CODE),
    });
    i = end;
  }
  return units;
}

/** Behind the lines that are indented below an item. */
function endBelow(start: number, shown: Shown): number {
  const indent = indentOf(lineAt(shown, start));
  let end = start + 1;
  for (;;) {
    let next = end;
    while (isBlank(shown, next)) next++;
    const line = lineAt(shown, next);
    if (indentOf(line) <= indent || isOther(line)) return end;
    end = next + 1;
  }
}

/** Behind the sentences about a source: another follows, or one has before. */
function toldEnd(start: number, isTold: boolean, shown: Shown): number {
  let end = start;
  for (;; end++) {
    const line = lineAt(shown, end);
    if (line.trim() === "" || isOther(line)) break;
    if (looksLikeSource(line, shown.ids)) break;
  }
  const next = lineAt(shown, end);
  const goesOn = isItem(next) && namesSource(next, shown.ids);
  return isTold || goesOn ? end : start;
}

/** A sentence in a paragraph of its own after the items of a list. */
function isRemark(line: string, before: Unit | undefined, at: number): boolean {
  return before?.item === true && before.end < at && !isItem(line) &&
    !/^\s/.test(line) && SENTENCE_END.test(line.trim());
}

function looksLikeSource(line: string, ids: readonly string[]): boolean {
  const text = line.trim();
  if (isOther(line) || isProse(line)) return false;
  return isItem(line) || namesSource(text, ids) ||
    (text.length <= MAX_SOURCE_NAME && !SENTENCE_END.test(text));
}

/** Sentences that name pages in passing; a source is told in one, or dated. */
function isProse(line: string): boolean {
  if (isItem(line) || !SENTENCE_END.test(line.trim())) return false;
  const sentences = line.match(
    /[^\s.。!?！？]{2}[)\]]?[.。!?！？](?=\s|$)|。/g,
  );
  return (sentences?.length ?? 0) > 1 && findDates(line).length === 0;
}

/** What ends a list whatever stands below: headings, rules and code. */
function isOther(line: string): boolean {
  const text = line.trim();
  return headingLevel(line) > 0 || isRule(text) || text.startsWith(CODE) ||
    (!isItem(line) && sourceHeading(line) !== undefined);
}

/** Whether a text names a source: by its address, its id or its date. */
export function namesSource(text: string, ids: readonly string[]): boolean {
  return hasAddress(text, ids) || namesAddress(text) ||
    hasOtherScheme(text) || findDates(text).length > 0;
}

/** The level of a heading of Markdown; 0 if a line is none. */
export function headingLevel(line = ""): number {
  return /^\s{0,3}(#{1,6})\s/.exec(line)?.[1]?.length ?? 0;
}

/** Whether a line is a rule. */
export function isRule(line = ""): boolean {
  return RULE.test(line.trim());
}

function isRow(line: string): boolean {
  return /^\s*\|/.test(line);
}

function isBlank(shown: Shown, at: number): boolean {
  return shown.lines[at]?.shown.trim() === "";
}

function lineAt({ lines }: Shown, at: number): string {
  return lines[at]?.shown ?? "";
}

/** The units before the first one that begins something else. */
function upTo(
  units: readonly Unit[],
  isOther: (unit: Unit, index: number) => boolean,
): readonly Unit[] {
  const other = units.findIndex(isOther);
  return other < 0 ? units : units.slice(0, other);
}

function wordsEnd(units: readonly Unit[], first: number): number {
  return units.reduce(
    (end, unit) => unit.start === end && unit.kind === "words" ? unit.end : end,
    first,
  );
}

function paragraphEnd(units: readonly Unit[]): number {
  const gap = units.findIndex(({ end }, i) => units[i + 1]?.start !== end);
  return units[gap]?.end ?? 0;
}
