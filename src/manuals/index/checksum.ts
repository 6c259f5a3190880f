/**
 * A 64-bit checksum of bytes, as 16 hex digits: word by word, because a
 * cryptographic hash over a whole index would cost as much as reading it. It
 * detects damage, not malice.
 */
export function checksum(bytes: Uint8Array): string {
  const words = bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
    : new Uint32Array(bytes.slice(0, bytes.length & ~3).buffer);
  let low = 0x811c9dc5 ^ bytes.length;
  let high = 0x9e3779b9;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? 0;
    low = Math.imul(low ^ word, 0x01000193);
    high = Math.imul((high << 5 | high >>> 27) ^ word, 0x85ebca6b);
  }
  for (let i = words.length * 4; i < bytes.length; i++) {
    low = Math.imul(low ^ (bytes[i] ?? 0), 0x01000193);
    high = Math.imul((high << 5 | high >>> 27) ^ (bytes[i] ?? 0), 0x85ebca6b);
  }
  return [low ^ high >>> 13, high ^ low >>> 15]
    .map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
