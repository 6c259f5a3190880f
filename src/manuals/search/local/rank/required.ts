// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { IndexView } from "../index/index_view.ts";
import { readOwnSections } from "../index/posting_list.ts";
import type { Segment } from "../index/segment.ts";
import { normalizeText } from "../tokens/fold_text.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";
import { termsOf } from "../tokens/token_kind.ts";
import { BREAK } from "../tokens/tokenizer.ts";
import { isTooCommon } from "../../too_common.ts";
import { bothSets, type RowSet } from "./row_set.ts";
import { countSections, inSameSections } from "./sections.ts";

// Nobody requires a longer one; its cost is one list per character.
const MAX_TERM_CHARS = 120;
// What the tokenizer takes for one run: see its `joins`.
const RUN = /[a-z0-9]+(?:(?:[-_.,'’](?=\d)|['’](?=[a-z]))[a-z0-9]+)*/g;
// The mark that a loan-word of three sounds and more may end with or not.
const LONG_VOWEL = /(?<=[ァ-ヺー]{3})ー$/;

/** The sections that hold a required term. */
export interface RequiredTerm {
  /** As asked for, normalised. */
  readonly term: string;
  /** The terms of the index that it consists of. */
  readonly terms: readonly string[];
  readonly rows: RowSet;
  /** How many sections those are. */
  readonly count: number;
}

/** The required terms of a question, and where they stand. */
export interface RequiredTerms {
  readonly requested: readonly RequiredTerm[];
  /** Those that are not too common. */
  readonly kept: readonly RequiredTerm[];
  /** The sections that hold every requested one. */
  readonly withAll: RowSet;
  /** The sections that hold every one that was kept. */
  readonly withKept: RowSet;
}

/** Finds the required terms of a question. */
export function findAllRequired(
  view: IndexView,
  terms: readonly string[],
  analyzer: TextAnalyzer,
): RequiredTerms {
  const requested = terms.map((term) => findRequired(view, term, analyzer));
  const kept = requested
    .filter(({ count }) => !isTooCommon(count, view.sections));
  const withAll = rowsWithAll(view, requested);
  return {
    requested,
    kept,
    withAll,
    withKept: kept.length === requested.length
      ? withAll
      : rowsWithAll(view, kept),
  };
}

/** The sections that hold all of the terms; none without terms. */
function rowsWithAll(
  view: IndexView,
  [first, ...rest]: readonly RequiredTerm[],
): RowSet {
  return rest.reduce(
    (rows, term) => inSameSections(view, rows, term.rows),
    first?.rows ?? [],
  );
}

/**
 * Finds the sections that hold a term in their own text, word after word;
 * `サーバー` also where they write `サーバ`.
 */
export function findRequired(
  view: IndexView,
  term: string,
  analyzer: TextAnalyzer,
): RequiredTerm {
  const whole = term.slice(0, MAX_TERM_CHARS);
  const cut = whole.replace(LONG_VOWEL, "");
  const spaced = analyzer.tokens(cut);
  const terms = [...new Set(termsOf(spaced, analyzer.kinds(spaced)))];
  const tokens = spaced.filter((token) => token !== BREAK);
  // A run such as `ab-123` has several terms in one place: no order to check.
  const runs = normalizeText(cut).match(RUN) ?? [];
  const ordered = tokens.length > 1 &&
    runs.every((run) => analyzer.tokens(run).length === 1);
  const found = terms.map((own) => view.find(own).lists);
  const rows = view.segments.map((segment, at) =>
    rowsOf(
      segment,
      found.map((lists) => lists[at]!),
      ordered ? tokens : [],
    )
  );
  return {
    term,
    terms: [...new Set(analyzer.terms(whole))],
    rows,
    count: countSections(view, rows),
  };
}

/** The living sections of a segment in all lists, in this order of tokens. */
function rowsOf(
  segment: Segment,
  lists: readonly number[],
  order: readonly string[],
): Uint16Array {
  if (lists.length === 0 || lists.includes(-1)) return new Uint16Array();
  const [first = 0, ...rest] = lists
    .toSorted((a, b) => sizeOf(segment, a) - sizeOf(segment, b));
  let rows = ownSections(segment, first);
  for (const list of rest) {
    [rows = rows] = bothSets([rows], [ownSections(segment, list)]);
  }
  const { sectionFile } = segment.columns;
  const sequence = order.map((token) => segment.findToken(token));
  if (segment.deadCount === 0 && sequence.length === 0) return rows;
  return rows.filter((section) =>
    segment.deadFiles[sectionFile[section]!] === 0 &&
    holdsSequence(segment, section, sequence)
  );
}

/** How many bytes a list has. */
function sizeOf({ columns }: Segment, list: number): number {
  return columns.listStart[list + 1]! - columns.listStart[list]!;
}

/** The sections of a list that hold its term in their own text. */
function ownSections(segment: Segment, list: number): Uint16Array {
  segment.needList(list);
  const { listStart, listSections, postings } = segment.columns;
  const sections = new Uint16Array(listSections[list]!);
  const start = listStart[list]!;
  readOwnSections(postings, start, start + sizeOf(segment, list), sections);
  return sections;
}

/** Whether a section holds tokens side by side; breaks count for nothing. */
function holdsSequence(
  segment: Segment,
  section: number,
  sequence: readonly number[],
): boolean {
  const [first] = sequence;
  if (first === undefined) return true;
  segment.needTokens(section);
  const { tokens, tokenStart, contextTokens } = segment.columns;
  const end = tokenStart[section + 1]! - contextTokens[section]!;
  const between = segment.findToken(BREAK);
  for (let start = tokenStart[section]!; start < end; start++) {
    if (tokens[start] !== first) continue;
    let same = 1;
    for (let at = start + 1; at < end && same < sequence.length; at++) {
      if (tokens[at] === sequence[same]) same++;
      else if (tokens[at] !== between) break;
    }
    if (same === sequence.length) return true;
  }
  return false;
}
