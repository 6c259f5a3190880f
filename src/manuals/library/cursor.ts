import { ManualError } from "../errors.ts";

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
