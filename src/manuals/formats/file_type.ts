/** The kinds of files that belong to a manual. */
export type FileType = "md" | "json";

/** A file's kind by its name; `undefined` for one that is no manual's. */
export function fileTypeOf(path: string): FileType | undefined {
  const ending = /\.(md|json)$/i.exec(path)?.[1]?.toLowerCase();
  return ending === "md" || ending === "json" ? ending : undefined;
}
