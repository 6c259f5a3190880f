/**
 * A long mixed load, and afterwards everything is where it was: memory, open
 * handles, threads, timers, whatever is kept for a call.
 *
 * ```sh
 * deno task soak [--seconds <n>] [--node] [--way <way>]...
 * ```
 *
 * Most of the time goes to the real program, seen from outside, over stdio, over
 * HTTP and with published manuals; the rest to its parts, put together in one
 * process, where the heap can be measured exactly. With `--node` all of it goes
 * to the npm build, under Node.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { onDeno, onNode } from "../tests/kit/launch.ts";
import { print, readArgs, refuse, wholeNumber } from "./command_line.ts";
import { V8 } from "./soak/memory.ts";
import { soakProgram } from "./soak/real_program.ts";
import { type Way, WAYS } from "./soak/served.ts";

const SECONDS = 120;
const MIN_SECONDS = 10;
const PROGRAM_SHARE = 0.7;

/** The parts of the program, put together in one process with the load. */
const PARTS = "parts";
const KEYS = [...WAYS.map(({ key }) => key), PARTS];

const USAGE =
  `Usage: deno task soak [--seconds <n>] [--node] [--way <way>]..., at least ${MIN_SECONDS} seconds, default ${SECONDS}
Ways: ${KEYS.join(", ")}`;

interface Options {
  readonly seconds: number;
  readonly node: boolean;
  readonly keys: readonly string[];
}

function readOptions(): Options {
  const { values } = readArgs({
    options: {
      seconds: { type: "string", default: String(SECONDS) },
      node: { type: "boolean", default: false },
      way: { type: "string", multiple: true, default: KEYS },
    },
  }, USAGE);
  const unknown = values.way.find((key) => !KEYS.includes(key));
  if (unknown !== undefined) refuse(`No way ${unknown}`, USAGE);
  const seconds = wholeNumber("seconds", values.seconds, USAGE, MIN_SECONDS);
  if (values.node && values.way.every((key) => key === PARTS)) {
    refuse(
      "With --node there are no parts to measure: name another way",
      USAGE,
    );
  }
  return { seconds, node: values.node, keys: values.way };
}

/** Loads the parts in a process of their own: flags of V8 are for all of one. */
async function soakParts(seconds: number): Promise<string[]> {
  const script = new URL("./soak/in_process.ts", import.meta.url);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", `--v8-flags=${V8.join()}`, fileURLToPath(script)],
      String(seconds),
    ],
    stdin: "null",
  }).spawn().status;
  return success ? [] : ["its parts, as told above"];
}

if (import.meta.main) {
  const { seconds, node, keys } = readOptions();
  const launch = node ? await onNode() : onDeno();
  const withParts = !node && keys.includes(PARTS);
  const programSeconds = withParts ? seconds * PROGRAM_SHARE : seconds;
  const problems: string[] = [];
  const ways: Way[] = [];
  for (const way of WAYS.filter(({ key }) => keys.includes(key))) {
    const skipped = await way.skipped?.();
    if (skipped === undefined) ways.push(way);
    else print(`skipped ${way.name}: ${skipped}`);
  }
  for (const way of ways) {
    const share = programSeconds / ways.length;
    problems.push(...await soakProgram(launch, way, share, print));
  }
  if (withParts) {
    problems.push(...await soakParts(seconds * (1 - PROGRAM_SHARE)));
  }
  if (ways.length === 0 && !withParts) problems.push("nothing was measured");
  for (const problem of problems) print(`FAILED ${problem}`);
  print(problems.length === 0 ? "flat" : `${problems.length} failed`);
  Deno.exit(problems.length === 0 ? 0 : 1);
}
