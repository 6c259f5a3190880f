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
import { print, readArgs, refuse } from "./command_line.ts";
import { soakParts } from "./soak/in_process.ts";
import { soakProgram } from "./soak/real_program.ts";

const SECONDS = 120;
const MIN_SECONDS = 10;
const PROGRAM_SHARE = 0.7;

const USAGE =
  `Usage: deno task soak [--seconds <n>], at least ${MIN_SECONDS}, default ${SECONDS}`;

function readSeconds(): number {
  const { values } = readArgs(
    { options: { seconds: { type: "string" } } },
    USAGE,
  );
  const seconds = Number(values.seconds ?? SECONDS);
  return seconds >= MIN_SECONDS ? seconds : refuse("Too short", USAGE);
}

if (import.meta.main) {
  const seconds = readSeconds();
  const problems = [
    ...await soakProgram(seconds * PROGRAM_SHARE, print),
    ...await soakParts(seconds * (1 - PROGRAM_SHARE), print),
  ];
  for (const problem of problems) print(`FAILED ${problem}`);
  print(problems.length === 0 ? "flat" : `${problems.length} failed`);
  Deno.exit(problems.length === 0 ? 0 : 1);
}
