// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "./segment.ts";

/**
 * Scores of one segment's sections and files. It knows which it has, so that
 * reading and clearing cost what was scored and not what could have been.
 */
export class SegmentScores {
  /** Score by section; 0 for one that has none. */
  readonly sections: Float32Array;
  /** Score by file. */
  readonly files: Float32Array;
  /** The sections with a score, the first `sectionCount`, in no order. */
  readonly scoredSections: Uint16Array;
  /** The files with a score, the first `fileCount`. */
  readonly scoredFiles: Uint16Array;
  /** How many sections have a score. */
  sectionCount = 0;
  /** How many files have a score. */
  fileCount = 0;

  /** Makes room for every section and file of a segment. */
  constructor(segment: Segment) {
    this.sections = new Float32Array(segment.sectionCount);
    this.files = new Float32Array(segment.fileCount);
    this.scoredSections = new Uint16Array(segment.sectionCount);
    this.scoredFiles = new Uint16Array(segment.fileCount);
  }

  /** Adds to a section's score something larger than 0. */
  addSection(section: number, gain: number): void {
    const before = this.sections[section]!;
    if (before === 0) this.scoredSections[this.sectionCount++] = section;
    this.sections[section] = before + gain;
  }

  /** Adds to a file's score something larger than 0. */
  addFile(file: number, gain: number): void {
    const before = this.files[file]!;
    if (before === 0) this.scoredFiles[this.fileCount++] = file;
    this.files[file] = before + gain;
  }

  /** Takes over the scores of another one of the same segment. */
  copyFrom(other: SegmentScores): void {
    this.sections.set(other.sections);
    this.files.set(other.files);
    this.scoredSections.set(other.scoredSections);
    this.scoredFiles.set(other.scoredFiles);
    this.sectionCount = other.sectionCount;
    this.fileCount = other.fileCount;
  }

  /** Takes all scores away. */
  clear(): void {
    for (let i = 0; i < this.sectionCount; i++) {
      this.sections[this.scoredSections[i]!] = 0;
    }
    for (let i = 0; i < this.fileCount; i++) {
      this.files[this.scoredFiles[i]!] = 0;
    }
    this.sectionCount = this.fileCount = 0;
  }
}

/** Scores of one query, by segment; a segment without any costs nothing. */
export class ScoreBoard {
  readonly #segments: readonly Segment[];
  readonly #scores: (SegmentScores | undefined)[] = [];

  /** Starts without scores. */
  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  /** The scores of a segment, if it has any. */
  peek(at: number): SegmentScores | undefined {
    return this.#scores[at];
  }

  /** The scores of a segment, to be added to. */
  of(at: number): SegmentScores {
    const known = this.#scores[at];
    if (known) return known;
    const segment = this.#segments[at];
    if (!segment) throw new RangeError("Segment outside the index");
    return this.#scores[at] = new SegmentScores(segment);
  }

  /** Takes over the scores of another board of the same segments. */
  copyFrom(other: ScoreBoard): void {
    this.clear();
    other.#scores.forEach((scores, at) => {
      if (scores) this.of(at).copyFrom(scores);
    });
  }

  /** Takes all scores away; the room stays. */
  clear(): void {
    for (const scores of this.#scores) scores?.clear();
  }
}
