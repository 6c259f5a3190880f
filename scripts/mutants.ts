/**
 * Plants small defects, one at a time, and tells which of them no test notices:
 *
 *     deno task mutants --room jsonrpc [--seed 1] [--seconds 60] [--most 80]
 *
 * A room is a folder or file of `src`, or the files right in a folder, as
 * `mcp/*.ts`; several may be named, and each has its seconds. A defect is given
 * to those files of tests that run its line. Which defects are tried, and in
 * which order, follows from the seed. The work is done in copies: this tree
 * stays as it is.
 *
 * What survives and has no reason in `docs/mutants.json` fails the run. With
 * `--record` the run goes there, for the reasons to be written by hand.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import {
  print,
  progress,
  readArgs,
  refuse,
  wholeNumber,
} from "./command_line.ts";
import { readRecord, reasonsOf, RECORDED, withRuns } from "./mutants/record.ts";
import { runMutants } from "./mutants/run_mutants.ts";

const USAGE =
  "Usage: deno task mutants --room <folder or file of src>… [--tests <path>]… [--seed 1] [--seconds 60] [--most <number>] [--record]";

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
  "serve_http_test.ts",
  "stderr_queue_test.ts",
].map((name) => `tests/${name}`);

const { values } = readArgs({
  options: {
    room: { type: "string", multiple: true, default: [] },
    tests: { type: "string", multiple: true },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "60" },
    most: { type: "string", default: "1000000" },
    record: { type: "boolean", default: false },
  },
}, USAGE);
const { room: rooms, tests, record: isRecorded } = values;
if (rooms.length === 0) refuse("No room: say where to plant defects", USAGE);
const seed = wholeNumber("seed", values.seed, USAGE, 0);
const seconds = wholeNumber("seconds", values.seconds, USAGE);
const most = wholeNumber("most", values.most, USAGE);

/** Before the first defect all tests are run, which takes its time. */
function testsRun(done: number, total: number): void {
  if (done % 25 !== 0 && done !== total) return;
  progress(`${done} of ${total} files of tests run`);
}

const runs = await runMutants({
  root: fileURLToPath(new URL("..", import.meta.url)),
  rooms,
  tests: tests ?? TESTS,
  seed,
  seconds,
  most,
  reasonOf: reasonsOf(readRecord()),
  tell: print,
  progress: testsRun,
}).catch((error: unknown) => {
  if (error instanceof RangeError) return refuse(error.message, USAGE);
  throw error;
});
if (isRecorded) {
  const rooms = runs.map((run) => ({ ...run, ...tests && { tests } }));
  const now = { date: new Date().toISOString().slice(0, 10), seed };
  // It may have been edited by hand while the tests ran.
  const record = { ...withRuns(readRecord(), rooms), ...now };
  const text = JSON.stringify(record, null, 2);
  await Deno.writeTextFile(RECORDED, `${text}\n`);
}
const unexplained = runs.some(({ survivors }) =>
  survivors.some(({ why }) => why === "")
);
Deno.exit(unexplained ? 1 : 0);
