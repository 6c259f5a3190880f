import type { IndexView } from "../../index/index_view.ts";
import type { Segment } from "../../index/segment.ts";
import type { RowSet } from "./row_set.ts";

/** The rows of the files with these paths. */
export function rowsOfPaths(
  view: IndexView,
  paths: ReadonlySet<string>,
): RowSet {
  return view.segments.map((segment) => {
    const files = new Set(segment.findFiles(paths));
    const { sectionFile } = segment.columns;
    const rows: number[] = [];
    sectionFile.forEach((file, section) => {
      if (files.has(file)) rows.push(section);
    });
    return Uint16Array.from(rows);
  });
}

/** Tells whether two rows are parts of one section. */
function isSame({ columns }: Segment, a: number, b: number): boolean {
  const { sectionLine, sectionFile } = columns;
  return sectionLine[a] === sectionLine[b] && sectionFile[a] === sectionFile[b];
}

/** How many sections the rows of a set are from. */
export function countSections({ segments }: IndexView, set: RowSet): number {
  let count = 0;
  segments.forEach((segment, at) => {
    const rows = set[at] ?? new Uint16Array();
    for (let i = 0; i < rows.length; i++) {
      const isPart = i > 0 && isSame(segment, rows[i - 1] ?? 0, rows[i] ?? 0);
      if (!isPart) count++;
    }
  });
  return count;
}

/** The rows of `a` whose sections, in this part or another, are in `b` too. */
export function inSameSections(
  { segments }: IndexView,
  a: RowSet,
  b: RowSet,
): RowSet {
  return segments.map((segment, at) => {
    const rows = a[at] ?? new Uint16Array();
    const others = b[at] ?? new Uint16Array();
    let next = 0;
    const isShared = (row: number): boolean =>
      isSame(segment, row, others[next] ?? -1);
    return rows.filter((row) => {
      while ((others[next] ?? row) < row && !isShared(row)) next++;
      return isShared(row);
    });
  });
}
