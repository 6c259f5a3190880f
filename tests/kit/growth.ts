import { cpuUsage } from "node:process";

const FACTOR = 16;
const ATTEMPTS = 6;

/**
 * How much more time work takes than it should on sixteen times the input: about
 * 1 when it is linear, 16 when it is squared. Of several attempts the best
 * counts, in time of the processor: other programs must not decide.
 */
export function growth(work: (size: number) => void, size: number): number {
  work(size);
  let least = Infinity;
  for (let i = 0; i < ATTEMPTS && least > 3; i++) {
    // Below some milliseconds the clock and the collector tell nothing.
    const small = Math.max(cpuMs(() => work(size)), 8);
    least = Math.min(least, cpuMs(() => work(size * FACTOR)) / small / FACTOR);
  }
  return least;
}

function cpuMs(work: () => void): number {
  const before = cpuUsage();
  work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}
