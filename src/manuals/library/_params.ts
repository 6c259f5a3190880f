import { ManualError } from "../errors.ts";
import type { ManualParameter } from "../problem.ts";

/** What a whole number may be. */
export interface IntegerRange {
  readonly min: number;
  readonly max?: number;
  /** Used when nothing is given. */
  readonly fallback: number;
}

/** Bounds of how much text one call returns. */
export const MAX_CHARS: IntegerRange = {
  min: 256,
  max: 50_000,
  fallback: 12_000,
};

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
