import { ManualError } from "../errors.ts";
import type { IndexView } from "../index/index_view.ts";
import type { Library } from "../library.ts";
import { parseFile } from "../parse_file.ts";
import type { RowMask } from "./passes.ts";
import type { SectionPlace } from "./trace_candidate.ts";

/** The rows of the files with these paths. */
export function maskOfPaths(
  view: IndexView,
  paths: ReadonlySet<string>,
): RowMask {
  return view.segments.map((segment) => {
    const files = new Set<number>();
    for (const path of paths) {
      const file = segment.findFile(path);
      if (file >= 0) files.add(file);
    }
    const { sectionFile } = segment.columns;
    return Uint8Array.from(sectionFile, (file) => files.has(file) ? 1 : 0);
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
