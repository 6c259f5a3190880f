import type { Hit } from "../search/hit.ts";

const MAX_MATCHED = 8;

/** The words that a hit is shown with. */
export function matchedTokens({ matched }: Hit): string[] {
  return matched.slice(0, MAX_MATCHED).map(({ word }) => word);
}
