/** One half of a collection's queries: `a` to tune on, `b` to report on. */
export type Half = "a" | "b";

/**
 * The half that a query belongs to, by a hash of its id: the same whatever the
 * order or number of queries.
 */
export function halfOf(id: string): Half {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) {
    hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  }
  // FNV's last bit is the parity of the characters: mix before taking one.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) & 1) === 0 ? "a" : "b";
}
