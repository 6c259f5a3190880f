import type { Report } from "./report.ts";
import { type Better, betterOf, type Row } from "./row.ts";

/** A ratio that is worse than it was. */
export interface Worse {
  readonly section: string;
  readonly row: Row;
  /** What it was. */
  readonly before: number;
  /** How many times worse it is. */
  readonly times: number;
}

/** What two runs have in common, and where the later one is worse. */
export interface Comparison {
  readonly compared: number;
  /** The worst first. */
  readonly worse: readonly Worse[];
}

/** Two runs of the same code differ by so much, whatever each of them says. */
const LEAST_NOISE = 0.15;
/** What one measurement alone may be off by. */
const ONE_IS_OFF = 0.05;
const DEVIATIONS = 3;

/**
 * Looks for ratios that are worse than in an earlier run by more than the noise:
 * three times what the four medians behind the two ratios may be off by, as far
 * as their quartiles tell, and 15 % at least.
 */
export function against(
  before: Report["sections"],
  now: Report["sections"],
): Comparison {
  let compared = 0;
  const worse: Worse[] = [];
  for (const [section, rows] of Object.entries(now)) {
    const known = before[section] ?? [];
    for (const row of rows) {
      const earlier = known.find(({ name, to }) =>
        name === row.name && to === row.to
      );
      const better = betterOf(row);
      if (!better || !row.ratio || !earlier?.ratio) continue;
      compared++;
      const times = timesWorse(row.ratio, earlier.ratio, better);
      const off = Math.hypot(offOf(row, rows), offOf(earlier, known));
      if (times <= 1 + Math.max(LEAST_NOISE, DEVIATIONS * off)) continue;
      worse.push({ section, row, before: earlier.ratio, times });
    }
  }
  return { compared, worse: worse.sort((a, b) => b.times - a.times) };
}

function timesWorse(now: number, before: number, better: Better): number {
  return better === "less" ? now / before : before / now;
}

/** What a ratio may be off by, as a share of it. */
function offOf(row: Row, rows: readonly Row[]): number {
  const other = rows.find(({ name }) => name === row.to);
  return Math.hypot(medianOff(row), other ? medianOff(other) : 0);
}

/**
 * The standard error of a median, from its quartiles. Few samples say little of
 * how far they spread: they are given more, much as Student's distribution does.
 */
function medianOff({ value, quartiles, samples }: Row): number {
  if (!quartiles || !samples) return ONE_IS_OFF;
  const deviation = (quartiles[1] - quartiles[0]) / 1.35;
  const unknown = 1 + 4 / samples;
  return 1.25 * unknown * deviation / Math.sqrt(samples) / value;
}

/** A comparison as lines to read. */
export function toLines({ compared, worse }: Comparison): string[] {
  return [
    `${worse.length} of ${compared} ratios are worse by more than the noise`,
    ...worse.map(({ section, row, before, times }) =>
      `${section}: ${row.name}: ${row.ratio?.toFixed(2)} × ${row.to}, was ${
        before.toFixed(2)
      }: ${times.toFixed(2)} times worse`
    ),
  ];
}
