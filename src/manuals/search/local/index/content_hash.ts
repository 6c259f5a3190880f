// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * A hash of a file's content, in 53 bits, so that it is a number: two lanes of
 * MurmurHash3 (x86, 32 bits) over the same words. It tells a file that was only
 * touched from one that was written, many thousands of files at a time; who can
 * write a file needs no collision to mislead a search. Never 0, which stands for
 * what was not read.
 */
export function hashContent(bytes: Uint8Array): number {
  const whole = bytes.length >>> 2;
  const words = bytes.byteOffset % 4 === 0
    ? new Int32Array(bytes.buffer, bytes.byteOffset, whole)
    : new Int32Array(bytes.slice(0, whole * 4).buffer);
  let a = 0x2f0b4c47;
  let b = 0x7b9e51a3;
  for (let i = 0; i < whole; i++) {
    const word = words[i]!;
    a = mixA(a, word);
    b = mixB(b, word);
  }
  let rest = 0;
  for (let i = whole * 4; i < bytes.length; i++) rest = rest << 8 | bytes[i]!;
  const high = finish(mixA(a, rest) ^ bytes.length) >>> 11;
  const low = finish(mixB(b, rest) ^ bytes.length) >>> 0;
  return (high * 2 ** 32 + low) || 1;
}

function mixA(state: number, word: number): number {
  let key = Math.imul(word, 0xcc9e2d51);
  key = key << 15 | key >>> 17;
  state ^= Math.imul(key, 0x1b873593);
  state = state << 13 | state >>> 19;
  return Math.imul(state, 5) + 0xe6546b64 | 0;
}

function mixB(state: number, word: number): number {
  let key = Math.imul(word, 0x239b961b);
  key = key << 16 | key >>> 16;
  state ^= Math.imul(key, 0xab0e9789);
  state = state << 19 | state >>> 13;
  return Math.imul(state, 5) + 0x561ccd1b | 0;
}

function finish(state: number): number {
  state = Math.imul(state ^ state >>> 16, 0x85ebca6b);
  state = Math.imul(state ^ state >>> 13, 0xc2b2ae35);
  return state ^ state >>> 16;
}
