import type { Segment } from "./segment.ts";

/** Where each of some files is indexed, by path. */
export type FileEntries = ReadonlyMap<
  string,
  readonly { readonly segment: Segment; readonly file: number }[]
>;

/** Looks for all of them at once: one at a time would visit all files for each. */
export function findFiles(
  segments: readonly Segment[],
  paths: ReadonlySet<string>,
): FileEntries {
  const entries = new Map<string, { segment: Segment; file: number }[]>();
  for (const segment of segments) {
    for (const file of segment.findFiles(paths)) {
      const path = segment.path(file);
      const known = entries.get(path);
      if (known) known.push({ segment, file });
      else entries.set(path, [{ segment, file }]);
    }
  }
  return entries;
}
