const HASH_SEED = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;

/**
 * FNV-1a over the UTF-16 units of a text, in 32 bits.
 *
 * @param seed Where it begins; the usual one is the same in every index.
 */
export function hashText(text: string, seed: number = HASH_SEED): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), HASH_PRIME);
  }
  return hash >>> 0;
}
