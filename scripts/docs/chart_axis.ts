/** Where values lie on a chart. */
export interface Axis {
  readonly logarithmic: boolean;
  /** The value at which bars begin. */
  readonly start: number;
  /** Values that get a line. */
  readonly ticks: readonly number[];
  /** The place of a value. */
  at(value: number): number;
}

/** The most that a linear scale can show beside each other. */
const WIDEST = 40;
const STEPS = [1, 2, 2.5, 5, 10];
const TICKS = 5;

/** An axis for values above zero; it is logarithmic if it has to be. */
export function axisFor(
  values: readonly number[],
  place: readonly [from: number, to: number],
): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(low > 0)) throw new RangeError(`Cannot draw ${low}`);
  return high / low > WIDEST
    ? logarithmicAxis(low, high, place)
    : linearAxis(high, place);
}

function linearAxis(
  high: number,
  [from, to]: readonly [number, number],
): Axis {
  const rough = high / (TICKS - 1);
  const decade = 10 ** Math.floor(Math.log10(rough));
  const factor = STEPS.find((step) => step * decade >= rough) ?? 10;
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < high) {
    ticks.push(Number((ticks.length * factor * decade).toPrecision(6)));
  }
  const end = ticks.at(-1) ?? high;
  const at = (value: number): number => from + value / end * (to - from);
  return { logarithmic: false, start: 0, ticks, at };
}

function logarithmicAxis(
  low: number,
  high: number,
  [from, to]: readonly [number, number],
): Axis {
  // A decade below the smallest, if it would have no bar otherwise.
  const first = Math.ceil(Math.log10(low)) - 1;
  const last = Math.ceil(Math.log10(high));
  const ticks = Array.from(
    { length: last - first + 1 },
    (_, i) => Number((10 ** (first + i)).toPrecision(1)),
  );
  const at = (value: number): number =>
    from + (Math.log10(value) - first) / (last - first) * (to - from);
  return { logarithmic: true, start: 10 ** first, ticks, at };
}
