// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
/**
 * A 64-bit checksum of bytes, as 16 hex digits: two running sums over 32-bit
 * words, after Fletcher. A cryptographic hash over a whole index would cost as
 * much as reading it; this one detects damage, not malice.
 */
export function checksum(bytes: Uint8Array): string {
  const [sum, sumOfSums] = sumsOf(bytes);
  return hex(sum) + hex(sumOfSums);
}

/** A checksum of bytes in 32 bits, as a number: for small pieces. */
export function shortChecksum(bytes: Uint8Array): number {
  const [sum, sumOfSums] = sumsOf(bytes);
  return (sum ^ Math.imul(sumOfSums, 0x9e3779b1)) >>> 0;
}

function sumsOf(bytes: Uint8Array): [sum: number, sumOfSums: number] {
  const words = bytes.byteOffset % 4 === 0
    ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
    : new Int32Array(bytes.slice(0, bytes.length & ~3).buffer);
  let sum = bytes.length | 0;
  let sumOfSums = 1;
  for (let i = 0; i < words.length; i++) {
    sum = (sum + words[i]!) | 0;
    sumOfSums = (sumOfSums + sum) | 0;
  }
  for (let i = words.length * 4; i < bytes.length; i++) {
    sum = (sum + bytes[i]!) | 0;
    sumOfSums = (sumOfSums + sum) | 0;
  }
  return [scramble(sum), scramble(sumOfSums)];
}

/** One to one; spreads small differences. */
function scramble(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
