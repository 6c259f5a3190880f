/**
 * A 64-bit checksum of bytes, as 16 hex digits: two running sums over 32-bit
 * words, after Fletcher. A cryptographic hash over a whole index would cost as
 * much as reading it; this one detects damage, not malice.
 */
export function checksum(bytes: Uint8Array): string {
  const words = bytes.byteOffset % 4 === 0
    ? new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
    : new Int32Array(bytes.slice(0, bytes.length & ~3).buffer);
  let sum = bytes.length | 0;
  let sumOfSums = 1;
  for (let i = 0; i < words.length; i++) {
    sum = (sum + (words[i] ?? 0)) | 0;
    sumOfSums = (sumOfSums + sum) | 0;
  }
  for (let i = words.length * 4; i < bytes.length; i++) {
    sum = (sum + (bytes[i] ?? 0)) | 0;
    sumOfSums = (sumOfSums + sum) | 0;
  }
  return hex(scramble(sum)) + hex(scramble(sumOfSums));
}

/** One to one; spreads small differences, since names of files come from it. */
function scramble(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
