/**
 * Numbers and cursors as callers give them, and the ranges that they may have.
 *
 * @module
 */
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

/** A cursor as callers give it: an object, or the number that matters. */
export type CursorInput<T> = Readonly<T> | number | string | null;

/**
 * Reads a cursor: `20`, `"20"` and `{offset: 20}` mean the same. The shorthand
 * stands for the property that is named.
 */
export function readCursor<T extends object>(
  cursor: CursorInput<T> | undefined,
  shorthand: keyof T,
): Partial<T> | Partial<Record<keyof T, number>> {
  if (cursor === undefined || cursor === null) return {};
  if (typeof cursor === "object") return cursor;
  const number = typeof cursor === "string" && /^\d{1,16}$/.test(cursor)
    ? Number(cursor)
    : cursor;
  if (typeof number !== "number") {
    throw new ManualError({
      kind: "cursor",
      parameter: "cursor",
      value: cursor,
    });
  }
  return { [shorthand]: number } as Partial<Record<keyof T, number>>;
}
