import type { Candidates } from "./candidate.ts";

/** A bound on a row's ratio. */
export type Target = `≤ ${number}` | `≥ ${number}`;

/** One measured figure. */
export interface Row {
  /** What was measured, e.g. `ours, Deno`. */
  readonly name: string;
  /** The median. */
  readonly value: number;
  readonly unit: string;
  /** The lower and upper quartile, if it was measured more than once. */
  readonly quartiles?: readonly [number, number];
  /** How often it was measured, if more than once. */
  readonly samples?: number;
  /** The value against that of another row of the same run. */
  readonly ratio?: number;
  /** The name of that other row. */
  readonly to?: string;
  /** What the ratio should be. */
  readonly target?: Target;
  /** What a reader must know to judge the figure. */
  readonly note?: string;
}

/** How much to measure, for every section. */
export interface BenchOptions {
  /** Once and little: proves that it runs, not how fast. */
  readonly quick: boolean;
  /** Measure other products too; they are installed from npm. */
  readonly peers: boolean;
  /** The servers to measure; built once, when first asked for. */
  candidates(): Promise<Candidates>;
  /** Measure retrieval on a copy of this directory; on a synthetic manual if absent. */
  readonly corpus?: string;
  /** How many files the manuals have that published ones are measured on. */
  readonly files?: readonly number[];
  /** Tells a person what is going on; not part of the result. */
  progress(line: string): void;
}

/** A subject of the benchmark: measures and gives its rows. */
export type Section = (options: BenchOptions) => Promise<Row[]>;

/** Tells whether a row's ratio keeps its target; without one, nothing. */
export function meets({ ratio, target }: Row): boolean | undefined {
  if (ratio === undefined || target === undefined) return undefined;
  const bound = Number(target.slice(2));
  return target.startsWith("≤") ? ratio <= bound : ratio >= bound;
}

const OURS =
  /^(ours|answer|decoder stream|manual_find|first build, ours|first query|first find|find[ ,]|publish|memory |build[ ,]|the same, |a finding|finds of|index file|tools\/list, ours)/;

/** Tells whether a row is a figure of this project, not of a floor or a peer. */
export function isOurs(name: string): boolean {
  return OURS.test(name);
}

/** Which way a ratio gets better. */
export type Better = "less" | "more";

/** Which way a row's ratio gets better for us; nothing if we are not in it. */
export function betterOf({ name, unit, to, target }: Row): Better | undefined {
  if (to === undefined) return undefined;
  if (target !== undefined) return target.startsWith("≤") ? "less" : "more";
  const isRate = /\w?\/.*s$/.test(unit);
  if (isOurs(name)) return isRate ? "more" : "less";
  if (isOurs(to)) return isRate ? "less" : "more";
  return undefined;
}
