import { ManualError } from "../errors.ts";
import type { IndexView } from "../index/index_view.ts";
import type { Library } from "../library.ts";
import { parseFile } from "../parse_file.ts";
import type { RowSet } from "./row_set.ts";
import type { SectionPlace } from "./trace_candidate.ts";

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

/** A section's own text as it is now; empty when it is gone. */
export function sectionText(
  library: Library,
  manualId: string,
  { path, start_line }: SectionPlace,
): string {
  try {
    const { text } = library.read(manualId, path);
    const section = parseFile(path, text).sections
      .find(({ lineStart }) => lineStart === start_line);
    return section ? text.slice(section.start, section.ownEnd) : "";
  } catch (error) {
    if (error instanceof ManualError) return "";
    throw error;
  }
}
