// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * A list of sections, ascending, each with how often the term stands there. An
 * entry is a varint of 2 × (distance to the section before) + flag; flag 0 says
 * "once, in the body", flag 1 that a packed frequency follows.
 *
 * @module
 */

import { isOwn, isTitled } from "./packed_frequency.ts";

/** The packed frequency that needs no byte of its own. */
export const ONCE = 1;

/** How many bytes an entry takes. */
export function entrySize(distance: number, packed: number): number {
  const flag = packed === ONCE ? 0 : 1;
  const head = distance * 2 + flag;
  return (head < 0x80 ? 1 : head < 0x4000 ? 2 : 3) + flag;
}

/** Writes an entry at `at`; returns the offset after it. */
export function writeEntry(
  bytes: Uint8Array,
  at: number,
  distance: number,
  packed: number,
): number {
  let next = at;
  let head = distance * 2 + (packed === ONCE ? 0 : 1);
  while (head >= 0x80) {
    bytes[next++] = (head & 0x7f) | 0x80;
    head >>>= 7;
  }
  bytes[next++] = head;
  if (packed !== ONCE) bytes[next++] = packed;
  return next;
}

/**
 * Reads from `bytes[start, end)` the sections that hold a list's term in their
 * own text, as many as `sections` has room for. No call per entry: that would
 * cost twice, and more in a new process, where nothing is compiled yet.
 */
export function readOwnSections(
  bytes: Uint8Array,
  start: number,
  end: number,
  sections: Uint16Array,
): void {
  let section = -1;
  let count = 0;
  for (let at = start; at < end;) {
    let byte = bytes[at++]!;
    let head = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++]!;
      head |= (byte & 0x7f) << shift;
    }
    section += head >>> 1;
    const packed = (head & 1) === 0 ? ONCE : bytes[at++]!;
    if (isOwn(packed)) sections[count++] = section;
  }
}

/** How many sections of `bytes[start, end)` hold a list's term in their title. */
export function countTitled(
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  let count = 0;
  for (let at = start; at < end;) {
    const flag = bytes[at]! & 1;
    while (bytes[at++]! >= 0x80);
    if (flag !== 0 && isTitled(bytes[at++]!)) count++;
  }
  return count;
}
