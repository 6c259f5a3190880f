/**
 * A long mixed load, and afterwards everything is where it was: memory, open
 * handles, threads, timers, whatever is kept for a call.
 *
 * ```sh
 * deno task soak [--seconds <n>]
 * ```
 *
 * Most of the time goes to the real program, seen from outside; the rest to its
 * parts in this process, where the heap can be measured exactly.
 *
 * @module
 */
import { soakParts } from "./soak/in_process.ts";
import { soakProgram } from "./soak/real_program.ts";

const SECONDS = 120;
const MIN_SECONDS = 10;
const PROGRAM_SHARE = 0.7;

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text + "\n"));
}

function readSeconds(args: readonly string[]): number {
  if (args.length === 0) return SECONDS;
  const seconds = args[0] === "--seconds" ? Number(args[1]) : NaN;
  if (args.length === 2 && seconds >= MIN_SECONDS) return seconds;
  print(
    `Usage: deno task soak [--seconds <n>], at least ${MIN_SECONDS}, default ${SECONDS}`,
  );
  Deno.exit(2);
}

if (import.meta.main) {
  const seconds = readSeconds(Deno.args);
  const problems = [
    ...await soakProgram(seconds * PROGRAM_SHARE, print),
    ...await soakParts(seconds * (1 - PROGRAM_SHARE), print),
  ];
  for (const problem of problems) print(`FAILED ${problem}`);
  print(problems.length === 0 ? "flat" : `${problems.length} failed`);
  Deno.exit(problems.length === 0 ? 0 : 1);
}
