import type { HitsResult } from "../../manuals/find/hits.ts";

const KEPT: readonly string[] = ["ref", "title", "score", "matched_tokens"];

/** A page as the tools give it: only what a reader needs. */
export function compactHits(result: HitsResult): HitsResult<object> {
  if (result.kind !== "candidates" && result.kind !== "integrated_top") {
    return result;
  }
  const items = result.items.map((item) =>
    Object.fromEntries(
      Object.entries(item).filter(([name]) => KEPT.includes(name)),
    )
  );
  return { ...result, items };
}
