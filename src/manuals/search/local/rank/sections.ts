// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { IndexView } from "../index/index_view.ts";
import { lowerBound } from "../index/lower_bound.ts";
import type { RowRange } from "../index/split_files.ts";
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
export function countSections(view: IndexView, set: RowSet): number {
  let count = 0;
  view.segments.forEach(({ columns }, at) => {
    const rows = set[at] ?? new Uint16Array();
    count += rows.length;
    forEachLong(columns.parts, (first, last) => {
      count -= Math.max(0, countIn(rows, first, last) - 1);
    });
  });
  for (const ranges of view.splits.sections) {
    const own = ranges.filter((range) => rowsIn(set, range).length > 0);
    count -= Math.max(0, own.length - 1);
  }
  return count;
}

/** The rows of `a` whose sections, in this part or another, are in `b` too. */
export function inSameSections(
  view: IndexView,
  a: RowSet,
  b: RowSet,
): RowSet {
  const more = view.segments.map(({ columns }, at): number[] => {
    const rows = a[at] ?? new Uint16Array();
    const others = b[at] ?? new Uint16Array();
    const own: number[] = [];
    forEachLong(columns.parts, (first, last) => {
      if (countIn(others, first, last) === 0) return;
      own.push(
        ...rows.subarray(lowerBound(rows, first), lowerBound(rows, last + 1)),
      );
    });
    return own;
  });
  for (const ranges of view.splits.sections) {
    if (ranges.every((range) => rowsIn(b, range).length === 0)) continue;
    for (const range of ranges) more[range.segment]?.push(...rowsIn(a, range));
  }
  return bothSets(a, b).map((both, at) => {
    const rest = more[at] ?? [];
    if (rest.length === 0) return both;
    return Uint16Array.from(new Set([...both, ...rest])).sort();
  });
}

/** The rows of a set that lie in a range. */
function rowsIn(set: RowSet, { segment, first, last }: RowRange): Uint16Array {
  const rows = set[segment] ?? new Uint16Array();
  return rows.subarray(lowerBound(rows, first), lowerBound(rows, last + 1));
}

/** How many of some rows lie in a range. */
function countIn(rows: Uint16Array, first: number, last: number): number {
  return lowerBound(rows, last + 1) - lowerBound(rows, first);
}

/** Tells the first and the last row of each section that has several. */
function forEachLong(
  parts: ArrayLike<number>,
  tell: (first: number, last: number) => void,
): void {
  for (let i = 0; i < parts.length; i++) {
    const first = parts[i]! - 1;
    while (parts[i + 1] === parts[i]! + 1) i++;
    tell(first, parts[i]!);
  }
}
