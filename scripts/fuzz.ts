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

const DEFAULT_SECONDS = 60;
const NAMES = TARGETS.map(({ name }) => name);

interface Options extends RunOptions {
  readonly targets: readonly string[];
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

function usage(problem: string): never {
  print(`${problem}
usage: deno task fuzz [--seconds N] [--seed S] [--cases N] [--target name]...
targets: ${NAMES.join(", ")}`);
  Deno.exit(2);
}

function readOptions(args: readonly string[]): Options {
  const numbers: Record<string, number> = {};
  const targets: string[] = [];
  for (let i = 0; i < args.length; i += 2) {
    const [name = "", value = ""] = args.slice(i, i + 2);
    if (name === "--target" && NAMES.includes(value)) targets.push(value);
    else if (name === "--target") usage(`no target ${JSON.stringify(value)}`);
    else if (!/^--(seconds|seed|cases)$/.test(name)) usage(`what is ${name}?`);
    else if (!/^\d+$/.test(value)) usage(`${name} wants a whole number`);
    else numbers[name.slice(2)] = Number(value);
  }
  const { seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1, cases } =
    numbers;
  const chosen = targets.length > 0 ? targets : NAMES;
  const seconds = numbers.seconds ??
    (cases === undefined ? DEFAULT_SECONDS : undefined);
  return {
    seed,
    targets: chosen,
    ...cases !== undefined && { cases },
    // The time is shared: the whole run takes as long as was asked for.
    ...seconds !== undefined && { seconds: seconds / chosen.length },
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

const { targets, ...options } = readOptions(Deno.args);
print(`seed ${options.seed}`);
let found = 0;
for (const target of targets) {
  const started = performance.now();
  const report = await watchTarget(target, options);
  print(row(report, ((performance.now() - started) / 1000).toFixed(1)));
  for (const finding of report.findings) print(describe(finding, target));
  found += report.findings.length;
}
print(found === 0 ? "no findings" : `${found} findings`);
Deno.exit(found === 0 ? 0 : 1);
