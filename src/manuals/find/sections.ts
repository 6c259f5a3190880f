import type { IndexView } from "../index/index_view.ts";
import type { RowSet } from "./row_set.ts";

/** The rows of the files with these paths. */
export function rowsOfPaths(
  view: IndexView,
  paths: ReadonlySet<string>,
): RowSet {
  return view.segments.map((segment) => {
    const files = new Set<number>();
    for (const path of paths) {
      const file = segment.findFile(path);
      if (file >= 0) files.add(file);
    }
    const { sectionFile } = segment.columns;
    const rows: number[] = [];
    sectionFile.forEach((file, section) => {
      if (files.has(file)) rows.push(section);
    });
    return Uint16Array.from(rows);
  });
}
