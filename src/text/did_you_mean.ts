import { nearest } from "./nearest.ts";

/** The end of a sentence about a word that is not known. */
export function didYouMean(
  unknown: string | undefined,
  known: readonly string[],
): string {
  const near = unknown && nearest(unknown, known);
  return near ? `; did you mean ${near}?` : "";
}
