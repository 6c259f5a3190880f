/** How many finds a process makes before they count. */
export const WARM_UP = 10;

/** Where a manual can be searched, as the names of rows have it. */
export const ENGINES = [
  "embedded",
  "published, local",
  "published, S3 stand-in",
] as const;
/** One of them. */
export type Engine = typeof ENGINES[number];

/** The figures of an engine, as the names of rows have them. */
export const FIGURES = {
  build: "build or publish",
  buildMemory: "the same, peak memory",
  first: "first find of a new process",
  find: `find, median after ${WARM_UP}`,
  findMemory: "a finding process, peak memory",
  one: "finds of one replica",
  two: "finds of two replicas",
} as const;
/** One of them. */
export type Figure = keyof typeof FIGURES;

/** The row of a figure. */
export function rowName(
  figure: string,
  engine: string,
  files: number,
  on: string,
): string {
  return `${figure}, ${engine}, ${files.toLocaleString("en")} files${on}`;
}
