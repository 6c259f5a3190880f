/**
 * How many times longer work takes on eight times the input, at best of three:
 * about 8 when it is linear, 64 when it is squared.
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
  return best(size * 8) / Math.max(best(size), 3);
}
