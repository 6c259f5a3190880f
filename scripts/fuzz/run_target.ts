import fc from "fast-check";
import type { OpenTarget, Target } from "./target.ts";

/** An input that showed a defect. */
export interface Finding {
  /** `--seed` that brings it back as the first case. */
  readonly seed: number;
  readonly problem: string;
  /** The smallest input that was found to fail. */
  readonly input: string;
}

/** How a run went. */
export interface Report {
  readonly target: string;
  readonly cases: number;
  readonly units: number;
  readonly unit: string;
  readonly findings: readonly Finding[];
  /** Why nothing was fuzzed. */
  readonly skipped?: string;
}

/** Options of {@linkcode runTarget}. */
export interface RunOptions {
  readonly seed: number;
  /** Stops after so many cases. */
  readonly cases?: number;
  /** Stops after so much time. */
  readonly seconds?: number;
  /** Told of the seed of each case before it runs. */
  onCase?(seed: number): void;
}

const MAX_FINDINGS = 3;
const MAX_ATTEMPTS = 2000;
const SHRINK_MS = 10_000;
// Far beyond what any case takes: a promise that has not settled by then hangs.
const CASE_MS = 20_000;

/** Fuzzes one target until its cases or its time are used up. */
export async function runTarget<I>(
  target: Target<I>,
  options: RunOptions,
): Promise<Report> {
  const { name, unit } = target;
  const { seed, cases = Infinity, seconds = Infinity } = options;
  const findings: Finding[] = [];
  const report = { target: name, unit, findings };
  const open = await target.open();
  if (typeof open === "string") {
    return { ...report, cases: 0, units: 0, skipped: open };
  }
  const end = performance.now() + seconds * 1000;
  let done = 0;
  let units = 0;
  try {
    while (done < cases && performance.now() < end) {
      const at = caseSeed(seed, done++);
      options.onCase?.(at);
      const found = await runCase(open, at);
      units += found.units;
      if (found.finding) findings.push(found.finding);
      if (findings.length === MAX_FINDINGS) break;
    }
  } finally {
    await open[Symbol.asyncDispose]?.();
  }
  return { ...report, cases: done, units };
}

/** The seed of a run's n-th case; that of the first is the run's own. */
function caseSeed(seed: number, index: number): number {
  return (seed + Math.imul(index, 0x9e3779b1)) >>> 0;
}

/** What a target says is wrong. */
class Problem extends Error {}

/** Tries one input; fast-check looks for a smaller one if it fails. */
async function runCase<I>(
  { inputs, check, show = JSON.stringify }: OpenTarget<I>,
  seed: number,
): Promise<{ units: number; finding?: Finding }> {
  let units: number | undefined;
  let attempts = 0;
  let end = Infinity;
  const property = fc.asyncProperty(inputs, async (input) => {
    // What is not tried any more passes, and so ends the search.
    if (attempts++ > MAX_ATTEMPTS || performance.now() > end) return;
    try {
      const verdict = await check(input);
      units ??= verdict.units;
      if (verdict.problem !== undefined) throw new Problem(verdict.problem);
    } catch (error) {
      end = Math.min(end, performance.now() + SHRINK_MS);
      throw error;
    }
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed: seed | 0,
    numRuns: 1,
    timeout: CASE_MS,
  });
  if (!failed || !counterexample) return { units: units ?? 1 };
  const [input] = counterexample;
  const problem = problemIn(errorInstance);
  const finding = { seed, problem, input: show(input) };
  return { units: units ?? 1, finding };
}

function problemIn(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (!(error instanceof Error)) return `throws ${error}`;
  return error.message.startsWith("Property timeout")
    ? `hangs: not settled in ${CASE_MS} ms`
    : `throws ${error.stack}`;
}
