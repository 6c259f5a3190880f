/**
 * Smaller versions of a failing input, largest cut first, so that the search
 * for the smallest takes few steps.
 *
 * @module
 */
import { isObject } from "../../src/schema/value.ts";

interface Sliceable<S> {
  readonly length: number;
  slice(from: number, to: number): S;
}

function* cuts<S extends Sliceable<S>>(
  whole: S,
  join: (a: S, b: S) => S,
): Generator<S> {
  for (let size = whole.length; size > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < whole.length; at += size) {
      yield join(
        whole.slice(0, at),
        whole.slice(Math.min(whole.length, at + size), whole.length),
      );
    }
  }
}

/** Texts with a part left out. */
export function smallerText(text: string): Iterable<string> {
  return cuts(text, (a, b) => a + b);
}

/** Byte strings with a part left out. */
export function smallerBytes(bytes: Uint8Array): Iterable<Uint8Array> {
  return cuts(bytes, (a, b) => new Uint8Array([...a, ...b]));
}

/** Lists with a part left out. */
export function smallerList<T>(list: readonly T[]): Iterable<readonly T[]> {
  return cuts<readonly T[]>(list, (a, b) => [...a, ...b]);
}

/** JSON values with a part left out or made plain. */
export function* smallerJson(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    yield* smallerList(value);
    for (const [i, item] of value.entries()) {
      for (const less of smallerJson(item)) yield value.with(i, less);
    }
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    for (const less of smallerList(entries)) yield Object.fromEntries(less);
    for (const [i, [key, item]] of entries.entries()) {
      for (const less of smallerJson(item)) {
        yield Object.fromEntries(entries.with(i, [key, less]));
      }
    }
  } else if (typeof value === "string") {
    yield* smallerText(value);
  } else if (typeof value === "number" && value !== 0) {
    yield 0;
  }
}
