import type { CharClasses } from "../tokens/char_class.ts";
import type { Segment } from "./segment.ts";
import { SegmentBuilder } from "./segment_builder.ts";
import type { Slices } from "./slices.ts";

// Two segments below this size are worth one look-up fewer per query term.
const SMALL_TOKENS = 200_000;

/**
 * Rewrites segments that hold something dead, and joins small ones; the others
 * stay as they are. What is gone from the manual is gone from the result.
 */
export async function compact(
  segments: readonly Segment[],
  classes: CharClasses,
  slices: Slices,
): Promise<readonly Segment[]> {
  const isSmall = (segment: Segment): boolean =>
    segment.columns.tokens.length < SMALL_TOKENS;
  const joinable = segments.filter(isSmall).length > 1;
  const stale = segments.filter((segment) =>
    segment.deadCount > 0 || (joinable && isSmall(segment))
  );
  if (stale.length === 0) return segments;
  const result = segments.filter((segment) => !stale.includes(segment));
  let builder = new SegmentBuilder(classes);
  for (const segment of stale) {
    for (let next = 0; next < segment.sectionCount;) {
      next = builder.addFrom(segment, next);
      await slices.pauseIfOver();
      if (!builder.full) continue;
      result.push(builder.finish());
      builder = new SegmentBuilder(classes);
    }
  }
  if (!builder.empty) result.push(builder.finish());
  return result;
}
