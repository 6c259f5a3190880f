/**
 * Fuzzes everything that meets input from outside, from a seed and for a while:
 *
 * `deno task fuzz [--seconds N] [--seed S] [--target name] [--cases N]`
 *
 * A finding is printed with the seed that brings it back and a small input
 * that shows it; the exit code is 1 then.
 *
 * @module
 */
import type { Finding, Report, RunOptions } from "./fuzz/run_target.ts";
import { TARGETS } from "./fuzz/targets.ts";
import { watchTarget } from "./fuzz/watch_target.ts";
import { print, readArgs, refuse, wholeNumber } from "./command_line.ts";

const DEFAULT_SECONDS = 60;
const NAMES = TARGETS.map(({ name }) => name);

interface Options extends RunOptions {
  readonly targets: readonly string[];
}

const USAGE =
  `Usage: deno task fuzz [--seconds N] [--seed S] [--cases N] [--target name]...
Targets: ${NAMES.join(", ")}`;

function readOptions(): Options {
  const text = { type: "string" } as const;
  const { values } = readArgs({
    options: {
      seconds: text,
      seed: text,
      cases: text,
      target: { type: "string", multiple: true },
    },
  }, USAGE);
  const { target: targets = NAMES } = values;
  const unknown = targets.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) refuse(`No target ${unknown}`, USAGE);
  const number = (name: "cases" | "seconds" | "seed", least = 1) => {
    const given = values[name];
    return given === undefined
      ? undefined
      : wholeNumber(name, given, USAGE, least);
  };
  const cases = number("cases");
  const seconds = number("seconds") ??
    (cases === undefined ? DEFAULT_SECONDS : undefined);
  return {
    seed: number("seed", 0) ??
      crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
    targets,
    ...cases !== undefined && { cases },
    // The time is shared: the whole run takes as long as was asked for.
    ...seconds !== undefined && { seconds: seconds / targets.length },
  };
}

function describe({ seed, problem, input }: Finding, target: string): string {
  const again = `deno task fuzz --target ${target} --seed ${seed} --cases 1`;
  return [
    `FINDING in ${target}, seed ${seed}`,
    `  ${problem.slice(0, 2000)}`,
    `  input: ${input.slice(0, 4000)}`,
    `  again: ${again}`,
  ].join("\n");
}

function row(report: Report, seconds: string): string {
  const { target, cases, units, unit, findings, skipped } = report;
  if (skipped !== undefined) return `${target.padEnd(12)} skipped: ${skipped}`;
  return [
    target.padEnd(12),
    `${cases} cases`.padStart(16),
    `${units} ${unit}`.padStart(24),
    `${findings.length} findings`.padStart(14),
    `${seconds} s`.padStart(10),
  ].join("");
}

const { targets, ...options } = readOptions();
print(`seed ${options.seed}`);
let found = 0;
let tried = 0;
for (const target of targets) {
  const started = performance.now();
  const report = await watchTarget(target, options);
  print(row(report, ((performance.now() - started) / 1000).toFixed(1)));
  for (const finding of report.findings) print(describe(finding, target));
  found += report.findings.length;
  tried += report.cases;
}
const outcome = tried === 0 ? "nothing was tried" : "no findings";
print(found === 0 ? outcome : `${found} findings`);
Deno.exit(found === 0 && tried > 0 ? 0 : 1);
