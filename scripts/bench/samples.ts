import type { Row } from "./row.ts";

/** The value below which a share of the samples lies, between neighbours. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** The median and the quartiles of samples, as they stand in a row. */
export function summary(
  samples: readonly number[],
): Pick<Row, "value" | "quartiles" | "samples"> {
  const value = quantile(samples, 0.5);
  if (samples.length < 2) return { value };
  return {
    value,
    quartiles: [quantile(samples, 0.25), quantile(samples, 0.75)],
    samples: samples.length,
  };
}

/**
 * Measures several subjects in turns, so that a busy moment of the machine hits
 * all alike, and in a new order each round, so that none always comes after the
 * same one. The first round only warms the caches.
 */
export async function interleave<T>(
  subjects: readonly T[],
  rounds: number,
  measure: (subject: T) => Promise<number>,
): Promise<Map<T, number[]>> {
  const samples = new Map<T, number[]>(subjects.map((s) => [s, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const subject of shuffled(subjects)) {
      const sample = await measure(subject);
      if (round > 0) samples.get(subject)?.push(sample);
    }
  }
  return samples;
}

function shuffled<T>(items: readonly T[]): T[] {
  return items.map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at).map(({ item }) => item);
}
