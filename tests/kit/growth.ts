const FACTOR = 16;

/**
 * How much longer work takes than it should on sixteen times the input, at best
 * of three: about 1 when it is linear, 16 when it is squared.
 */
export function growth(work: (size: number) => void, size: number): number {
  work(size);
  const best = (n: number): number =>
    Math.min(...[1, 2, 3].map(() => {
      const start = performance.now();
      work(n);
      return performance.now() - start;
    }));
  // Below a few milliseconds the clock and the collector tell nothing.
  return best(size * FACTOR) / Math.max(best(size), 3) / FACTOR;
}
