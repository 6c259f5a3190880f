/**
 * Where a hash in memory begins, 32 bits: in each process elsewhere, so that no
 * file can hold texts that all have the same. Guessing it wins nothing but time.
 */
export function randomSeed(): number {
  return (Math.random() * 2 ** 32) | 0;
}
