/** What was measured at the end of one window, in silence. */
export interface Sample {
  readonly name: string;
  readonly turns: number;
  readonly seconds: number;
  /** Measured values by what they are called. */
  readonly values: Readonly<Record<string, number>>;
}

/** Prints samples as a table, one column for each value. */
export function table(samples: readonly Sample[]): string {
  const names = Object.keys(samples[0]?.values ?? {});
  const rows = [
    ["window", "turns", "turns/s", ...names],
    ...samples.map(({ name, turns, seconds, values }) => [
      name,
      String(turns),
      seconds > 0 ? String(Math.round(turns / seconds)) : "",
      ...names.map((key) => show(values[key] ?? NaN)),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0))
  );
  return rows.map((row) =>
    row.map((cell, i) => cell.padStart(widths[i] ?? 0)).join("  ")
  ).join("\n");
}

function show(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** A value that may not grow, and by how much it may vary. */
export interface Limit {
  readonly value: string;
  /** Times what the first two windows came to. */
  readonly ratio: number;
  /** On top of that. */
  readonly slack: number;
}

/**
 * Compares the last two windows with the first two, by their means: what only
 * goes up and down passes, what goes up and up does not. The warm-up is not
 * among the samples.
 */
export function growth(
  samples: readonly Sample[],
  limits: readonly Limit[],
): string[] {
  const idle = samples.find(({ turns }) => !(turns > 0));
  if (idle) return [`Nothing was done in window ${idle.name}`];
  return limits.flatMap(({ value, ratio, slack }) => {
    const values = samples.map((sample) => sample.values[value] ?? NaN);
    const first = mean(values.slice(0, 2));
    const last = mean(values.slice(-2));
    const most = first * ratio + slack;
    if (last <= most) return [];
    return [
      `${value} grew from ${show(first)} to ${show(last)}, allowed ${
        show(most)
      }`,
    ];
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
