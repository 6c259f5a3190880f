import { show } from "../../text/show.ts";
import { ManualError } from "../errors.ts";

/** What a whole number may be. */
export interface IntegerRange {
  readonly min: number;
  readonly max?: number;
  /** Used when nothing is given. */
  readonly fallback: number;
}

/** Bounds of `max_chars`, which `manual_read` and `manual_scan` share. */
export const MAX_CHARS: IntegerRange = {
  min: 256,
  max: 50_000,
  fallback: 12_000,
};

/** Checks a whole number; one out of range is refused, never moved into it. */
export function integer(
  value: unknown,
  name: string,
  { min, max = Number.MAX_SAFE_INTEGER, fallback }: IntegerRange,
): number {
  if (value === undefined || value === null) return fallback;
  if (
    typeof value === "number" && Number.isSafeInteger(value) &&
    value >= min && value <= max
  ) return value;
  const range = max === Number.MAX_SAFE_INTEGER
    ? `of at least ${min}`
    : `from ${min} to ${max}`;
  throw new ManualError(
    "invalid_parameter",
    `Cannot use ${name} ${show(value)}: give a whole number ${range}`,
    { details: { parameter: name } },
  );
}
