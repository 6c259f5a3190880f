/**
 * Plants small defects, one at a time, and tells which of them no test notices:
 *
 *     deno task mutants --room jsonrpc [--seed 1] [--seconds 60]
 *
 * A room is a folder or file of `src`; several may be named, and each has its
 * seconds. A defect is given to those files of tests that run its line. Which
 * defects are tried, and in which order, follows from the seed. The work is done
 * in copies: this tree stays as it is.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { seededRandom } from "../tests/kit/random.ts";
import { print, readArgs, refuse } from "./command_line.ts";
import { runMutants } from "./mutants/run_mutants.ts";

const USAGE =
  "Usage: deno task mutants --room <folder or file of src>… [--tests <path>]… [--seed 1] [--seconds 60]";

/** Those that mirror `src`; the others start programs, and take their time. */
const TESTS = [
  "cli",
  "config",
  "jsonrpc",
  "manuals",
  "mcp",
  "policy",
  "responses",
  "runtime",
  "schema",
  "text",
  "tools",
  "lazy_test.ts",
  "log_test.ts",
  "stderr_queue_test.ts",
].map((name) => `tests/${name}`);

const { values } = readArgs({
  options: {
    room: { type: "string", multiple: true, default: [] },
    tests: { type: "string", multiple: true, default: TESTS },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "60" },
  },
}, USAGE);
const { room: rooms, tests, seed, seconds } = values;
if (rooms.length === 0) refuse("No room: say where to plant defects", USAGE);
if (!/^\d+$/.test(seed)) refuse(`--seed is ${seed}, wanted a number`, USAGE);
if (!/^\d+$/.test(seconds)) {
  refuse(`--seconds is ${seconds}, wanted a number`, USAGE);
}

const survivors = await runMutants({
  root: fileURLToPath(new URL("..", import.meta.url)),
  rooms,
  tests,
  random: () => seededRandom(Number(seed)),
  seconds: Number(seconds),
  tell: print,
}).catch((error: unknown) => {
  if (error instanceof RangeError) return refuse(error.message, USAGE);
  throw error;
});
Deno.exit(survivors > 0 ? 1 : 0);
