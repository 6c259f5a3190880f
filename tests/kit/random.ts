import fc from "fast-check";

/**
 * A seeded source of whole numbers below a bound, for tests that decide step by
 * step; whatever can be described beforehand is better an arbitrary.
 */
export function seededRandom(seed: number): (below: number) => number {
  const numbers = fc.infiniteStream(fc.noBias(fc.maxSafeNat()), {
    noHistory: true,
  });
  const [stream] = fc.sample(numbers, { seed, numRuns: 1 });
  return (below) => Number(stream?.next().value) % below;
}
