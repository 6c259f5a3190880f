import { normalizeText } from "../index/fold_text.ts";
import type { IndexView } from "../index/index_view.ts";
import { readEntries } from "../index/posting_list.ts";
import type { Segment } from "../index/segment.ts";
import type { TextAnalyzer } from "../index/text_analyzer.ts";
import { termsOf } from "../index/token_kind.ts";
import type { RowMask } from "./passes.ts";

// Frequencies whose low six bits are zero stand in the context only.
const OWN_BITS = 0x3f;
// Two terms a character at most: the counter of `maskOf` has one byte.
const MAX_TERM_CHARS = 120;

/** The sections that hold a required term. */
export interface RequiredTerm {
  /** As asked for, normalised. */
  readonly term: string;
  /** The terms of the index that it consists of. */
  readonly terms: readonly string[];
  readonly mask: RowMask;
  readonly count: number;
}

/** Finds the sections that hold a term in their own text, word after word. */
export function findRequired(
  view: IndexView,
  term: string,
  analyzer: TextAnalyzer,
): RequiredTerm {
  const cut = term.slice(0, MAX_TERM_CHARS);
  const tokens = analyzer.tokens(cut).filter((token) => token !== "");
  const kinds = analyzer.kinds(tokens);
  const terms = [...new Set(termsOf(tokens, kinds))];
  // A run such as `ab-123` has several terms in one place: no order to check.
  const words = normalizeText(cut).match(/[a-z0-9][a-z0-9_.,'’-]*/g) ?? [];
  const ordered = tokens.length > 1 &&
    words.every((word) => analyzer.tokens(word).length === 1);
  const mask = view.segments.map((segment) =>
    maskOf(segment, terms, ordered ? tokens : [])
  );
  return { term, terms, mask, count: countRows(mask) };
}

/** The sections in both masks. */
export function bothMasks(a: RowMask, b: RowMask): RowMask {
  return a.map((mask, at) => {
    const other = b[at];
    const both = new Uint8Array(mask.length);
    if (!other) return both;
    for (let s = 0; s < mask.length; s++) {
      both[s] = (mask[s] ?? 0) & (other[s] ?? 0);
    }
    return both;
  });
}

/** How many sections a mask lets through. */
export function countRows(mask: RowMask): number {
  let count = 0;
  for (const bits of mask) {
    for (let s = 0; s < bits.length; s++) count += bits[s] ?? 0;
  }
  return count;
}

function maskOf(
  segment: Segment,
  terms: readonly string[],
  order: readonly string[],
): Uint8Array {
  const seen = new Uint8Array(segment.sectionCount);
  const { listStart, postings, sectionFile } = segment.columns;
  for (let t = 0; t < terms.length; t++) {
    const list = segment.findList(terms[t] ?? "");
    if (list < 0) return seen.fill(0);
    const end = listStart[list + 1] ?? 0;
    readEntries(postings, listStart[list] ?? 0, end, (section, packed) => {
      if ((packed & OWN_BITS) !== 0 && seen[section] === t) {
        seen[section] = t + 1;
      }
    });
  }
  const sequence = order.map((token) => segment.findToken(token));
  for (let s = 0; s < seen.length; s++) {
    const all = terms.length > 0 && seen[s] === terms.length &&
      segment.deadFiles[sectionFile[s] ?? 0] === 0;
    seen[s] = all && holdsSequence(segment, s, sequence) ? 1 : 0;
  }
  return seen;
}

function holdsSequence(
  segment: Segment,
  section: number,
  sequence: readonly number[],
): boolean {
  const [first] = sequence;
  if (first === undefined) return true;
  const { tokens, tokenStart, contextTokens } = segment.columns;
  const end = (tokenStart[section + 1] ?? 0) - (contextTokens[section] ?? 0) -
    sequence.length;
  for (let at = tokenStart[section] ?? 0; at <= end; at++) {
    if (tokens[at] !== first) continue;
    let same = 1;
    while (same < sequence.length && tokens[at + same] === sequence[same]) {
      same++;
    }
    if (same === sequence.length) return true;
  }
  return false;
}
