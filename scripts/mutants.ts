/**
 * Plants small defects, one at a time, and tells which of them no test notices:
 *
 *     deno task mutants --room jsonrpc [--seed 1] [--seconds 300]
 *
 * A room is a folder or file of `src`; the tests are those that mirror it, and
 * whatever `--tests` names besides. Which defects are tried, and in which order,
 * follows from the seed. The work is done in copies: this tree stays as it is.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { seededRandom } from "../tests/kit/random.ts";
import { print, readArgs, refuse } from "./command_line.ts";
import { runMutants } from "./mutants/run_mutants.ts";

const USAGE =
  "Usage: deno task mutants --room <folder or file of src> [--tests <path>]… [--seed 1] [--seconds 300]";

const { values } = readArgs({
  options: {
    room: { type: "string" },
    tests: { type: "string", multiple: true, default: [] },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "300" },
  },
}, USAGE);
const { room, tests, seed, seconds } = values;
if (room === undefined) refuse("No room: say where to plant defects", USAGE);
if (!/^\d+$/.test(seed)) refuse(`--seed is ${seed}, wanted a number`, USAGE);
if (!/^\d+$/.test(seconds)) {
  refuse(`--seconds is ${seconds}, wanted a number`, USAGE);
}

const { tried, known, survivors } = await runMutants({
  root: fileURLToPath(new URL("..", import.meta.url)),
  room,
  tests,
  random: seededRandom(Number(seed)),
  seconds: Number(seconds),
  tell: print,
}).catch((error: unknown) => {
  if (error instanceof RangeError) return refuse(error.message, USAGE);
  throw error;
});
print(
  `${tried} of ${known} mutants tried, ${survivors} survived (--seed ${seed})`,
);
Deno.exit(survivors > 0 ? 1 : 0);
