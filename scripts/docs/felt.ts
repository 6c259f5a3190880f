import type { Row } from "../bench/row.ts";
import { amount } from "./chart.ts";

/** Whoever waits no longer than this takes an answer as immediate. */
const AT_ONCE_MS = 100;
const UNNOTICED_MS = 1;
const IN_MS: Readonly<Record<string, number>> = {
  "s": 1000,
  "ms": 1,
  "µs": 1e-3,
};

/**
 * What a missed target is to whoever uses the server: the figure, what it would
 * be on target, and whether the difference shows.
 */
export function felt(
  { value, unit, ratio = NaN, target = "≤ 1" }: Row,
): string {
  const bound = Number(target.slice(2));
  const ms = IN_MS[unit];
  if (ms === undefined) {
    const allowed = value / ratio * bound;
    if (unit.endsWith("s")) {
      const share = Math.round(100 * (1 - value / allowed));
      return `under full load ${share} % less than on target; below it nothing`;
    }
    return `${amount(value)} ${unit} instead of ${amount(allowed)}: ` +
      "nothing, unless memory is short";
  }
  // A time that should be longer is a peer's, and ours is what users wait for.
  const [ours, allowed] = target.startsWith("≥")
    ? [value / ratio, value / bound]
    : [value, value / ratio * bound];
  return `${amount(ours)} ${unit} instead of ${amount(allowed)}: ${
    verdict(ours * ms, allowed * ms)
  }`;
}

function verdict(ours: number, allowed: number): string {
  if (ours - allowed < UNNOTICED_MS) return "nobody notices";
  if (ours < AT_ONCE_MS) return "at once either way";
  if (allowed < AT_ONCE_MS) return "a wait; on target none";
  const share = Math.round(100 * (ours / allowed - 1));
  return `a wait either way, ${share} % longer`;
}
