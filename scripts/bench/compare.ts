import type { Candidate, Candidates } from "./candidate.ts";
import type { Row, Target } from "./row.ts";
import { summary } from "./samples.ts";

/** Rows by name, in the order in which they are shown. */
export type Rows = Map<string, Row>;

/** Makes a row of every candidate's samples. */
export function toRows(
  samples: ReadonlyMap<Candidate, readonly number[]>,
  unit: string,
): Rows {
  const rows: Rows = new Map();
  for (const [{ name }, values] of samples) {
    rows.set(name, { name, unit, ...summary(values) });
  }
  return rows;
}

/** Sets a row against another; does nothing if one of them is not there. */
export function compare(
  rows: Rows,
  name: string,
  to: string,
  target?: Target,
): void {
  const compared = rows.get(name);
  const other = rows.get(to);
  if (!compared || !other) return;
  const { target: _, ...row } = compared;
  // A row that is compared already keeps that; the next one gets a row of its own.
  const key = row.to === undefined ? name : `${name} to ${to}`;
  rows.set(key, {
    ...row,
    ratio: row.value / other.value,
    to,
    ...target && { target },
  });
}

/** Rows for what could not be measured, each saying why. */
export function skipped({ absent }: Candidates, unit: string): Row[] {
  return [...absent].map(([name, note]) => ({ name, value: NaN, unit, note }));
}
