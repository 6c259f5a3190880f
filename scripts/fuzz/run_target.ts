import { caseSeed, Random } from "./random.ts";
import type { OpenTarget, Target, Verdict } from "./target.ts";

/** An input that showed a defect. */
export interface Finding {
  /** `--seed` that brings it back as the first case. */
  readonly seed: number;
  readonly problem: string;
  /** The smallest input found that still fails. */
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
  await using ready = open;
  const end = performance.now() + seconds * 1000;
  let done = 0;
  let units = 0;
  while (done < cases && performance.now() < end) {
    const at = caseSeed(seed, done++);
    options.onCase?.(at);
    const input = ready.make(new Random(at));
    const verdict = await attempt(ready, input);
    units += verdict.units;
    if (verdict.problem === undefined) continue;
    findings.push(await minimise(ready, input, verdict.problem, at));
    if (findings.length === MAX_FINDINGS) break;
  }
  return { ...report, cases: done, units };
}

async function attempt<I>(target: OpenTarget<I>, input: I): Promise<Verdict> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hangs = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => {
      resolve({ units: 1, problem: `hangs: not settled in ${CASE_MS} ms` });
    }, CASE_MS);
  });
  try {
    return await Promise.race([target.check(input), hangs]);
  } catch (error) {
    const text = error instanceof Error ? error.stack : String(error);
    return { units: 1, problem: `throws ${text}` };
  } finally {
    clearTimeout(timer);
  }
}

/** Takes any smaller input that fails too, until none does. */
async function minimise<I>(
  target: OpenTarget<I>,
  found: I,
  problem: string,
  seed: number,
): Promise<Finding> {
  let input = found;
  let why = problem;
  const end = performance.now() + SHRINK_MS;
  search: for (let tried = 0; tried < MAX_ATTEMPTS;) {
    for (const candidate of target.smaller(input)) {
      if (++tried > MAX_ATTEMPTS || performance.now() > end) break search;
      const verdict = await attempt(target, candidate);
      if (verdict.problem === undefined) continue;
      input = candidate;
      why = verdict.problem;
      continue search;
    }
    break;
  }
  return { seed, problem: why, input: target.show(input) };
}
