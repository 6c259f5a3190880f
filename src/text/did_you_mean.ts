import { nearest } from "./nearest.ts";

/**
 * The end of a sentence about a word that is not known. Dashes before a word
 * are no letters of it: they may be what is missing.
 */
export function didYouMean(
  unknown: string | undefined,
  known: readonly string[],
): string {
  if (unknown === undefined) return "";
  const near = nearest(bare(unknown), known.map(bare));
  const meant = near && known.find((word) => bare(word) === near);
  return meant ? `; did you mean ${meant}?` : "";
}

function bare(word: string): string {
  return word.replace(/^-+/, "");
}
