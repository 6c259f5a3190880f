import type { ProjectCopy } from "./project_copy.ts";

/** A file of tests, and what is known of it. */
export interface KnownTest {
  readonly path: string;
  /** What it runs, as `path:line`. */
  readonly lines: ReadonlySet<string>;
  /** How long it takes. */
  readonly ms: number;
  /** How many defects it was given, and how many it noticed, by their file. */
  readonly run: Map<string, number>;
  readonly noticed: Map<string, number>;
}

/** Where a defect is. */
export interface Place {
  /** Relative to the project. */
  readonly path: string;
  readonly line: number;
}

/** A defect may loop for ever: so much longer than without one is noticed. */
const PATIENCE = 5;
const LEAST_PATIENCE_MS = 5000;

/** What half the project runs would be tried for minutes. */
const MOST_MS = 20_000;

/** How much more a test promises for each folder that it mirrors. */
const KINSHIP = 4;

/**
 * The tests that run a line, those first that promise most for their time: they
 * have noticed much in its file, or mirror it.
 */
export function likelyTests(
  { path, line }: Place,
  tests: readonly KnownTest[],
): KnownTest[] {
  // A line whose end is not run counts as not run: `if (done) return;`.
  const near = [0, 1, 2, 3].map((up) => `${path}:${line - up}`);
  const promise = ({ path: test, run, noticed, ms }: KnownTest): number =>
    KINSHIP ** sharedParts(path, test) *
    (count(noticed, path) + 1) / (count(run, path) + 2) / ms;
  return tests.filter(({ lines }) => near.some((place) => lines.has(place)))
    .sort((a, b) => promise(b) - promise(a));
}

/** How many folders, and the name, a test has in common with what it mirrors. */
function sharedParts(path: string, test: string): number {
  const parts = path.replace(/\.ts$/, "").split("/").slice(1);
  const others = test.replace(/_test\.ts$/, "").split("/").slice(1);
  const end = parts.findIndex((part, i) => part !== others[i]);
  return end < 0 ? parts.length : end;
}

/** Runs tests until one fails or takes far too long. */
export async function anyFails(
  path: string,
  tests: readonly KnownTest[],
  copy: ProjectCopy,
): Promise<boolean> {
  let spent = 0;
  for (const test of tests) {
    if (spent > MOST_MS) break;
    spent += test.ms;
    test.run.set(path, count(test.run, path) + 1);
    const patience = Math.max(LEAST_PATIENCE_MS, PATIENCE * test.ms);
    if (await copy.passes(test.path, patience)) continue;
    test.noticed.set(path, count(test.noticed, path) + 1);
    return true;
  }
  return false;
}

function count(counts: ReadonlyMap<string, number>, path: string): number {
  return counts.get(path) ?? 0;
}
