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

/** How many windows a load has: enough to tell a slope in a long one. */
export function windowsFor(seconds: number): number {
  return Math.max(4, Math.min(20, Math.floor(seconds / 30)));
}

/** How a value changed from window to window. */
export interface Trend {
  /** Per window, by least squares. */
  readonly slope: number;
  /** By how much that may be off: its standard error. */
  readonly error: number;
}

/** The trend of values, of which there are three at least. */
export function trendOf(values: readonly number[]): Trend {
  const middle = (values.length - 1) / 2;
  const level = mean(values);
  let xx = 0;
  let xy = 0;
  values.forEach((value, x) => {
    xx += (x - middle) ** 2;
    xy += (x - middle) * (value - level);
  });
  const slope = xy / xx;
  const rest = values.reduce(
    (sum, value, x) => sum + (value - level - slope * (x - middle)) ** 2,
    0,
  );
  return { slope, error: Math.sqrt(rest / (values.length - 2) / xx) };
}

/** Says how values changed, in a line each. */
export function trends(
  samples: readonly Sample[],
  limits: readonly Limit[],
): string {
  return limits.map(({ value }) => {
    const { slope, error } = trendOf(
      samples.map(({ values }) => values[value] ?? NaN),
    );
    return `${value}: ${slope.toFixed(3)} ± ${error.toFixed(3)} a window`;
  }).join("\n");
}

/** A value that may not grow, and by how much it may vary. */
export interface Limit {
  readonly value: string;
  /** Times what the first two windows came to. */
  readonly ratio: number;
  /** On top of that. */
  readonly slack: number;
}

/** From so many windows on, a slope is told from chance. */
const MANY_WINDOWS = 8;
/** Less than this times its error, a slope is no different from zero. */
const SURE = 3;

/**
 * Compares the last two windows with the first two, by their means: what only
 * goes up and down passes, what goes up and up does not. In a long load a slope
 * that is no chance, and adds up to what two windows may differ by, does not
 * either. The warm-up is not among the samples.
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
    if (last <= most) return sureGrowth(value, values, most - first);
    return [
      `${value} grew from ${show(first)} to ${show(last)}, allowed ${
        show(most)
      }`,
    ];
  });
}

function sureGrowth(
  value: string,
  values: readonly number[],
  allowed: number,
): string[] {
  if (values.length < MANY_WINDOWS) return [];
  const { slope, error } = trendOf(values);
  const total = slope * (values.length - 1);
  if (slope <= SURE * error || total <= allowed) return [];
  return [
    `${value} rises by ${slope.toFixed(3)} ± ${error.toFixed(3)} a window`,
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
