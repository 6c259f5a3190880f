import type { IndexView } from "../../index/index_view.ts";
import { bothSets, type RowSet } from "./row_set.ts";

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

/** How many sections the rows of a set are from. */
export function countSections({ segments }: IndexView, set: RowSet): number {
  return segments.reduce((count, { columns }, at) => {
    const rows = set[at] ?? new Uint16Array();
    let more = 0;
    forEachLong(columns.parts, (first, last) => {
      const own = below(rows, last + 1) - below(rows, first);
      more += Math.max(0, own - 1);
    });
    return count + rows.length - more;
  }, 0);
}

/** The rows of `a` whose sections, in this part or another, are in `b` too. */
export function inSameSections(
  { segments }: IndexView,
  a: RowSet,
  b: RowSet,
): RowSet {
  return bothSets(a, b).map((both, at) => {
    const rows = a[at] ?? new Uint16Array();
    const others = b[at] ?? new Uint16Array();
    const more: number[] = [];
    forEachLong(segments[at]?.columns.parts ?? [], (first, last) => {
      if (below(others, last + 1) === below(others, first)) return;
      more.push(...rows.subarray(below(rows, first), below(rows, last + 1)));
    });
    if (more.length === 0) return both;
    return Uint16Array.from(new Set([...both, ...more])).sort();
  });
}

/** Tells the first and the last row of each section that has several. */
function forEachLong(
  parts: ArrayLike<number>,
  tell: (first: number, last: number) => void,
): void {
  for (let i = 0; i < parts.length; i++) {
    const first = (parts[i] ?? 0) - 1;
    while (parts[i + 1] === (parts[i] ?? 0) + 1) i++;
    tell(first, parts[i] ?? 0);
  }
}

/** How many rows are smaller than one. */
function below(rows: Uint16Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
