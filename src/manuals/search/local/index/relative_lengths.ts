// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "./segment.ts";

const UNKNOWN = -1;

/**
 * Lengths of a segment's sections and files, over the average of the index,
 * worked out file by file when they are first needed: a query that finds little
 * should not pay for every section there is.
 */
export class RelativeLengths {
  /** By section; below 0 where {@linkcode RelativeLengths.fill} is needed. */
  readonly sections: Float32Array;
  /** By file, known when those of its sections are. */
  readonly files: Float32Array;
  readonly #segment: Segment;
  readonly #perSection: number;
  readonly #perFile: number;

  /** Takes what one token adds to a section's and to a file's length. */
  constructor(segment: Segment, perSection: number, perFile: number) {
    this.#segment = segment;
    this.#perSection = perSection;
    this.#perFile = perFile;
    this.sections = new Float32Array(segment.sectionCount).fill(UNKNOWN);
    this.files = new Float32Array(segment.fileCount);
  }

  /** Works out the lengths of the file that a section is of. */
  fill(section: number): void {
    const { sectionFile, tokenStart, contextTokens } = this.#segment.columns;
    const file = sectionFile[section]!;
    let first = section;
    while (first > 0 && sectionFile[first - 1] === file) first--;
    for (let s = first; sectionFile[s] === file; s++) {
      const length = tokenStart[s + 1]! - tokenStart[s]! -
        contextTokens[s]!;
      this.sections[s] = length * this.#perSection;
      this.files[file] = this.files[file]! + length * this.#perFile;
    }
  }
}
