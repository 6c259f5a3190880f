// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { Segment } from "./segment.ts";

/** Rows of one segment that are parts of one section. */
export interface RowRange {
  /** The segment's number in its view. */
  readonly segment: number;
  readonly first: number;
  readonly last: number;
}

/** What of an index more than one file entry holds a part of. */
export interface Splits {
  /** File entries that go on with a file of another one. */
  readonly moreFiles: number;
  /** The parts of each section with several. */
  readonly sections: readonly (readonly RowRange[])[];
}

/** Finds the living files, and their sections, that lie in several places. */
export function findSplits(segments: readonly Segment[]): Splits {
  const sections: RowRange[][] = [];
  let moreFiles = 0;
  for (const places of splitFiles(segments).values()) {
    const byLine = new Map<number, RowRange[]>();
    for (const { segment, file } of places) {
      for (const { line, ...range } of rangesOf(segments, segment, file)) {
        const known = byLine.get(line);
        if (known) known.push(range);
        else byLine.set(line, [range]);
      }
    }
    moreFiles += places.length - 1;
    for (const ranges of byLine.values()) {
      if (ranges.length > 1) sections.push(ranges);
    }
  }
  return { moreFiles, sections };
}

interface FilePlace {
  readonly segment: number;
  readonly file: number;
}

/** Only what the builder marked is looked at: mostly nothing. */
function splitFiles(
  segments: readonly Segment[],
): Map<string, readonly FilePlace[]> {
  const places = new Map<string, FilePlace[]>();
  segments.forEach(({ columns, deadFiles }, segment) => {
    for (const file of columns.splitFiles) {
      if (deadFiles[file] !== 0) continue;
      const path = segments[segment]?.path(file) ?? "";
      const known = places.get(path);
      if (known) known.push({ segment, file });
      else places.set(path, [{ segment, file }]);
    }
  });
  return places;
}

/** The sections of a file in a segment: their lines and rows. */
function rangesOf(
  segments: readonly Segment[],
  segment: number,
  file: number,
): (RowRange & { readonly line: number })[] {
  const columns = segments[segment]?.columns;
  if (!columns) return [];
  const { sectionFile, sectionLine } = columns;
  const ranges: (RowRange & { readonly line: number })[] = [];
  for (let row = sectionFile.indexOf(file); sectionFile[row] === file;) {
    const first = row;
    const line = sectionLine[first]!;
    while (sectionFile[row] === file && sectionLine[row] === line) row++;
    ranges.push({ segment, first, last: row - 1, line });
  }
  return ranges;
}
