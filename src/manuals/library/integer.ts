import { ManualError } from "../errors.ts";
import type { ManualParameter } from "../problem.ts";

/** What a whole number may be. */
export interface IntegerRange {
  readonly min: number;
  readonly max?: number;
  /** Used when nothing is given. */
  readonly fallback: number;
}

/** How much text one call returns. */
export const MAX_CHARS = {
  min: 256,
  max: 50_000,
  fallback: 12_000,
} as const satisfies IntegerRange;

/** How many files a list has, and how many headings a file in it. */
export const MAX_LISTED = {
  min: 1,
  max: 200,
  fallback: 20,
} as const satisfies IntegerRange;

/** Checks a whole number; one out of range is refused, never moved into it. */
export function integer(
  value: unknown,
  parameter: ManualParameter,
  { min, max, fallback }: IntegerRange,
): number {
  if (value === undefined || value === null) return fallback;
  if (
    typeof value === "number" && Number.isSafeInteger(value) &&
    value >= min && value <= (max ?? value)
  ) return value;
  throw new ManualError({
    kind: "integer",
    parameter,
    value,
    min,
    ...max !== undefined && { max },
  });
}
