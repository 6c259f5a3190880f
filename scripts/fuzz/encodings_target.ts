import fc from "fast-check";
import { decodeText } from "../../src/manuals/library/decode_text.ts";
import type { Target, Verdict } from "./target.ts";

const MARKS: readonly (readonly number[])[] = [
  [],
  [],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Bytes at which the Japanese encodings change their mind. */
const EDGES: readonly number[] = [
  ...[0x00, 0x0a, 0x20, 0x41, 0x7f, 0x80, 0x81, 0x82, 0x83, 0x8e, 0x8f, 0x9f],
  ...[0xa0, 0xa1, 0xa4, 0xa5, 0xc0, 0xd8, 0xdf, 0xe0, 0xe3, 0xed, 0xf0, 0xfc],
  ...[0xfd, 0xfe, 0xff],
];

/**
 * The decoder of manuals: whatever the bytes, there is a text or none, the same
 * every time; UTF-8 is always read as such, and nothing else gives half a
 * character.
 */
export const encodingsTarget: Target<number[]> = {
  name: "encodings",
  unit: "files",
  open: () => ({
    inputs: fc.tuple(
      fc.constantFrom(...MARKS),
      fc.array(fc.oneof(fc.constantFrom(...EDGES), fc.nat(255)), {
        maxLength: 400,
      }),
    ).map(([mark, bytes]) => [...mark, ...bytes]),
    check: checkText,
  }),
};

function checkText(input: number[]): Verdict {
  const bytes = Uint8Array.from(input);
  const text = decodeText(bytes);
  if (text !== decodeText(bytes)) return { units: 1, problem: "not the same" };
  if (text === undefined) return { units: 1 };
  if (!text.isWellFormed()) return { units: 1, problem: "half a character" };
  if (text.startsWith("\ufeff") && !twice(input)) {
    return { units: 1, problem: "its byte order mark is left" };
  }
  const again = decodeText(new TextEncoder().encode(text));
  // A second byte order mark is text, until it comes first.
  return again === text.replace(/^\ufeff/, "")
    ? { units: 1 }
    : { units: 1, problem: "as UTF-8 it is another text" };
}

/** Tells whether a byte order mark follows the first one. */
function twice([a, b, ...rest]: number[]): boolean {
  const utf16 = a === 0xff && b === 0xfe || a === 0xfe && b === 0xff;
  const [c, d, ...more] = utf16 ? rest : rest.slice(1);
  return utf16
    ? c === a && d === b
    : c === 0xef && d === 0xbb && more[0] === 0xbf;
}
