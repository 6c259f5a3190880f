// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * Where a required term stands. First as it is written, its codes and versions
 * joined in any way; what is not found so is looked for as a person would read
 * it, so that nothing that stands in the text is called absent.
 *
 * @module
 */
import type { IndexView } from "../index/index_view.ts";
import { readOwnSections } from "../index/posting_list.ts";
import type { Segment } from "../index/segment.ts";
import { tokensHolding } from "../index/vocabulary.ts";
import {
  hasCompound,
  loanWordVariants,
  longVowelForms,
  spellings,
} from "../query/spellings.ts";
import { isHiragana } from "../query/query.ts";
import { normalizeText } from "../tokens/fold_text.ts";
import { stem } from "../tokens/stem.ts";
import type { TextAnalyzer } from "../tokens/text_analyzer.ts";
import { HAN_CHAR, termsOf, WORD } from "../tokens/token_kind.ts";
import { BREAK } from "../tokens/tokenizer.ts";
import { NameParts } from "./name_parts.ts";
import { bothSets, countRows, eitherSet, type RowSet } from "./row_set.ts";

// Shorter ones stand inside of words that have nothing to do with them.
const MIN_INNER_CHARS = 6;
const INNER_WORD = /^[a-z]+$/;
// `申し込み` and `申込`: how many kana may stand between two characters.
const MAX_ENDING = 2;

/** The living rows that hold a term in their own text. */
export function rowsHolding(
  view: IndexView,
  term: string,
  analyzer: TextAnalyzer,
): RowSet {
  const written = longVowelForms(term)
    .flatMap((form) => spellings(form, analyzer));
  // Marks alone, such as `=>`: the index cannot tell where they stand.
  if (written.every((tokens) => tokens.length === 0)) return allRows(view);
  const holding = (rows: readonly (readonly string[])[]): RowSet =>
    rows.map((tokens) => rowsWith(view, tokens, analyzer)).reduce(eitherSet);
  const lookUps: readonly (() => RowSet)[] = [
    () => holding(written),
    () =>
      holding([[], ...loanWordVariants(term).map((v) => analyzer.tokens(v))]),
    () => rowsWithoutEndings(view, analyzer.tokens(term), analyzer),
    () => rowsWithInner(view, term),
    // The parts of a name or a code, at least in one section.
    () =>
      hasCompound(term, analyzer)
        ? rowsInAll(view, [...new Set(analyzer.terms(term))])
        : [],
  ];
  for (const lookUp of lookUps) {
    const rows = lookUp();
    if (countRows(rows) > 0) return rows;
  }
  return view.segments.map(() => new Uint16Array());
}

/**
 * The terms that a row holds if {@linkcode rowsHolding} finds it, look-up by
 * look-up: one of the sets, all of it. What holds a set need not be found.
 *
 * @param wordsHolding The words of the manual that a text is a part of.
 */
export function* termSets(
  term: string,
  analyzer: TextAnalyzer,
  wordsHolding: (text: string) => readonly string[],
): Generator<readonly (readonly string[])[]> {
  const setOf = (tokens: readonly string[]): string[] => [
    ...new Set(termsOf(tokens, analyzer.kinds(tokens))),
  ];
  const tokens = analyzer.tokens(term);
  yield longVowelForms(term).flatMap((form) => spellings(form, analyzer))
    .map(setOf);
  yield loanWordVariants(term).map((form) => setOf(analyzer.tokens(form)));
  const han = hanBetweenKana(tokens, analyzer);
  yield han ? [[...new Set(han)]] : [];
  yield innerForms(term).flatMap(wordsHolding).map((word) => [word]);
  yield hasCompound(term, analyzer) ? [[...new Set(analyzer.terms(term))]] : [];
}

/** The rows that hold tokens side by side. */
function rowsWith(
  view: IndexView,
  spaced: readonly string[],
  analyzer: TextAnalyzer,
): RowSet {
  const tokens = spaced.filter((token) => token !== BREAK);
  const terms = [...new Set(termsOf(spaced, analyzer.kinds(spaced)))];
  const rows = rowsInAll(view, terms);
  if (tokens.length < 2) return rows;
  return keepRows(view, rows, (segment) => {
    const sequence = tokens.map((token) => segment.findToken(token));
    const between = segment.findToken(BREAK);
    return (section) =>
      holdsSequence(segment, section, sequence, passing(segment, between));
  });
}

/** Passes over breaks, and over the parts of the names that were found. */
function passing(segment: Segment, between: number): IsPassed {
  const parts = new NameParts(segment);
  return (token, last, passed) => {
    if (passed === 0) parts.begin(last);
    return token === between || parts.goesOnWith(token);
  };
}

/** The rows that hold all of some terms, anywhere; none without terms. */
function rowsInAll(view: IndexView, terms: readonly string[]): RowSet {
  const found = terms.map((term) => view.find(term).lists);
  const rows = view.segments.map((segment, at) =>
    sectionsInAll(segment, found.map((lists) => lists[at]!))
  );
  return livingRows(view, rows);
}

/** What a person reads alike: Han characters with other kana between them. */
function rowsWithoutEndings(
  view: IndexView,
  tokens: readonly string[],
  analyzer: TextAnalyzer,
): RowSet {
  const han = hanBetweenKana(tokens, analyzer);
  if (!han) return [];
  return keepRows(view, rowsInAll(view, [...new Set(han)]), (segment) => {
    const sequence = han.map((token) => segment.findToken(token));
    return (section) =>
      holdsSequence(
        segment,
        section,
        sequence,
        (token) => isHiragana(segment.token(token)),
        MAX_ENDING,
      );
  });
}

/** The Han characters of a word of those and kana, if it has enough of them. */
function hanBetweenKana(
  tokens: readonly string[],
  analyzer: TextAnalyzer,
): readonly string[] | undefined {
  const kinds = analyzer.kinds(tokens);
  const han = tokens.filter((_, i) => kinds[i] === HAN_CHAR);
  const isOther = tokens.some((token, i) =>
    kinds[i] !== HAN_CHAR && !isHiragana(token)
  );
  if (han.length < 2 || han.length === tokens.length && han.length > 4) {
    return undefined;
  }
  return isOther ? undefined : han;
}

/** A long word as it may stand inside of a name: as it is, and its stem. */
function innerForms(term: string): readonly string[] {
  const word = normalizeText(term);
  const isLong = INNER_WORD.test(word) && word.length >= MIN_INNER_CHARS;
  return isLong ? [...new Set([word, stem(word)])] : [];
}

/** The rows with a name that a long word is a part of. */
function rowsWithInner(view: IndexView, term: string): RowSet {
  const forms = innerForms(term);
  if (forms.length === 0) return [];
  const rows = view.segments.map((segment) =>
    forms.flatMap((form) => tokensHolding(segment, form))
      .filter((token) => segment.columns.tokenKinds[token] === WORD)
      .map((token) => sectionsInAll(segment, [token]))
      .reduce(
        (all, own) => eitherSet([all], [own])[0] ?? all,
        new Uint16Array(),
      )
  );
  return livingRows(view, rows);
}

function allRows(view: IndexView): RowSet {
  const rows = view.segments.map(({ sectionCount }) =>
    Uint16Array.from({ length: sectionCount }, (_, i) => i)
  );
  return livingRows(view, rows);
}

/** The rows of a set that pass a test. */
function keepRows(
  view: IndexView,
  rows: RowSet,
  testOf: (segment: Segment) => (section: number) => boolean,
  isNeeded: (segment: Segment) => boolean = () => true,
): RowSet {
  return view.segments.map((segment, at) => {
    const own = rows[at] ?? new Uint16Array();
    if (own.length === 0 || !isNeeded(segment)) return own;
    return own.filter(testOf(segment));
  });
}

/** The rows of a set whose files are still there. */
function livingRows(view: IndexView, rows: RowSet): RowSet {
  return keepRows(view, rows, (segment) => {
    const { deadFiles, columns: { sectionFile } } = segment;
    return (section) => deadFiles[sectionFile[section]!] === 0;
  }, ({ deadCount }) => deadCount > 0);
}

/** The sections of a segment in all lists; none without lists. */
function sectionsInAll(
  segment: Segment,
  lists: readonly number[],
): Uint16Array {
  if (lists.length === 0 || lists.includes(-1)) return new Uint16Array();
  const [first = 0, ...rest] = lists
    .toSorted((a, b) => sizeOf(segment, a) - sizeOf(segment, b));
  let rows = ownSections(segment, first);
  for (const list of rest) {
    if (rows.length === 0) break;
    [rows = rows] = bothSets([rows], [ownSections(segment, list)]);
  }
  return rows;
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

/** Whether a token is passed over after one that was found and some passed. */
type IsPassed = (token: number, last: number, passed: number) => boolean;

/** Whether a section holds tokens side by side, but for what is passed over. */
function holdsSequence(
  segment: Segment,
  section: number,
  sequence: readonly number[],
  isPassed: IsPassed,
  mostPassed = Infinity,
): boolean {
  if (sequence.includes(-1)) return false;
  const [first] = sequence;
  segment.needTokens(section);
  const { tokens, tokenStart, contextTokens } = segment.columns;
  const end = tokenStart[section + 1]! - contextTokens[section]!;
  for (let start = tokenStart[section]!; start < end; start++) {
    if (tokens[start] !== first) continue;
    let same = 1;
    let passed = 0;
    for (let at = start + 1; at < end && same < sequence.length; at++) {
      if (tokens[at] === sequence[same]) {
        same++;
        passed = 0;
      } else if (
        !isPassed(tokens[at]!, sequence[same - 1]!, passed) ||
        ++passed > mostPassed
      ) break;
    }
    if (same === sequence.length) return true;
  }
  return false;
}
