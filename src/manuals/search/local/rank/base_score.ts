// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { IndexView } from "../index/index_view.ts";
import { frequencyWeights } from "../index/packed_frequency.ts";
import { ONCE } from "../index/posting_list.ts";
import type { RelativeLengths } from "../index/relative_lengths.ts";
import type { ScoreBoard, SegmentScores } from "../index/score_board.ts";
import type { Segment } from "../index/segment.ts";
import type { FindSettings } from "../../settings.ts";

/** The constants of the base score. */
export interface BaseModel {
  /** How fast a term's repetition saturates. */
  readonly k1: number;
  /** How much a section's or file's length counts against it, 0 to 1. */
  readonly b: number;
  /** What each packed frequency is worth: see `packed_frequency.ts`. */
  readonly weights: Float32Array;
  /** What the score of the whole file adds to each of its sections. */
  readonly fileWeight: number;
}

/** The constants of the base score, from the settings. */
export function baseModel({ lexical, find }: FindSettings): BaseModel {
  const prior = find.file_prescan_enabled;
  return {
    k1: lexical.k1,
    b: lexical.b,
    weights: frequencyWeights(
      lexical.title_weight,
      prior ? lexical.context_weight : 0,
    ),
    fileWeight: prior ? lexical.file_weight : 0,
  };
}

/** A term to look for. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Inverse document frequency, never negative: ln(1 + (N - n + ½)/(n + ½)). */
export function inverseFrequency(rows: number, matching: number): number {
  return Math.log(1 + (rows - matching + 0.5) / (matching + 0.5));
}

/**
 * Adds idf × tf (BM25 with weighted fields) of the given terms to `board`:
 * for each section that holds one, and for the section's file as a whole.
 */
export function addScores(
  view: IndexView,
  terms: readonly WeightedTerm[],
  model: BaseModel,
  board: ScoreBoard,
): void {
  // A file of n sections repeats its subject n times as often as a section
  // does: on the scale of sections, all long files would look saturated.
  const fileK1 = model.k1 * view.rows / Math.max(1, view.files);
  for (const { term, weight } of terms) {
    const { lists, sections } = view.find(term);
    const factor = weight * inverseFrequency(view.rows, sections);
    if (factor <= 0) continue;
    view.segments.forEach((segment, at) => {
      const number = lists[at]!;
      const lengths = number < 0 ? undefined : view.lengths[at];
      if (!lengths) return;
      const own = board.of(at);
      addTerm(segment, number, { factor, model, fileK1, own, lengths });
    });
  }
}

interface TermScoring {
  readonly factor: number;
  readonly model: BaseModel;
  readonly fileK1: number;
  readonly own: SegmentScores;
  readonly lengths: RelativeLengths;
}

/** The hot loop, once per entry of the list of a query term. */
function addTerm(segment: Segment, list: number, scoring: TermScoring): void {
  const { factor, model, fileK1, own, lengths } = scoring;
  segment.needList(list);
  const { listStart, postings, sectionFile } = segment.columns;
  const { k1, b, weights } = model;
  const flat = k1 * (1 - b);
  const slope = k1 * b;
  const once = weights[ONCE]!;
  const end = listStart[list + 1]!;
  const { sections: scores, scoredSections } = own;
  const { sections: sectionLengths, files: fileLengths } = lengths;
  let scored = own.sectionCount;
  let section = -1;
  let file = -1;
  let inFile = 0;
  // The reading of `readOwnSections` and `SegmentScores.addSection`, written
  // out: a call per entry would cost twice.
  for (let at = listStart[list]!; at < end;) {
    let byte = postings[at++]!;
    let head = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = postings[at++]!;
      head |= (byte & 0x7f) << shift;
    }
    section += head >>> 1;
    const tf = (head & 1) === 0 ? once : weights[postings[at++]!]!;
    // Context alone, where context has no weight.
    if (tf <= 0) continue;
    const before = scores[section]!;
    if (before === 0) scoredSections[scored++] = section;
    if (sectionLengths[section]! < 0) lengths.fill(section);
    const norm = flat + slope * sectionLengths[section]!;
    scores[section] = before + factor * tf / (tf + norm);
    const its = sectionFile[section]!;
    if (its !== file) {
      if (file >= 0) {
        const fileNorm = fileK1 * (1 - b + b * fileLengths[file]!);
        own.addFile(file, factor * inFile / (inFile + fileNorm));
      }
      file = its;
      inFile = 0;
    }
    inFile += tf;
  }
  own.sectionCount = scored;
  if (file < 0) return;
  const fileNorm = fileK1 * (1 - b + b * fileLengths[file]!);
  own.addFile(file, factor * inFile / (inFile + fileNorm));
}
