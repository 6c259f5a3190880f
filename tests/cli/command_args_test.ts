import assert from "node:assert/strict";
import { readCommandArgs } from "../../src/cli/_command_args.ts";
import { UsageError } from "../../src/cli/args.ts";

const OPTIONS = { "--term": "value", "--json": "flag" } as const;

Deno.test("readCommandArgs() tells options from what they stand among", () => {
  const args = ["a", "--term", "x", "-", "--json", "--term=y=z", "--term="];
  const read = readCommandArgs(args, OPTIONS);
  assert.deepEqual(read.positional, ["a", "-"]);
  assert.deepEqual(read.all("--term"), ["x", "y=z", ""]);
  assert.equal(read.get("--term"), "");
  assert.equal(read.has("--json"), true);
  assert.equal(readCommandArgs([], OPTIONS).has("--json"), false);
});

Deno.test("readCommandArgs() takes everything after -- as it is", () => {
  const args = ["--json", "--", "--term", "-x", "--"];
  const read = readCommandArgs(args, OPTIONS);
  assert.deepEqual(read.positional, ["--term", "-x", "--"]);
  assert.deepEqual(read.all("--term"), []);
});

Deno.test("readCommandArgs() refuses what no command knows", () => {
  const bad: Record<string, string[]> = {
    "Unknown option --toString": ["--toString"],
    "Unknown option -x": ["-x=1"],
    "Option --json takes no value": ["--json=1"],
    "Option --term needs a value": ["--term"],
  };
  for (const [message, args] of Object.entries(bad)) {
    assert.throws(
      () => readCommandArgs(args, OPTIONS),
      (error) => error instanceof UsageError && error.message === message,
    );
  }
});

Deno.test("integer() takes whole numbers only", () => {
  const read = (value: string): number | undefined =>
    readCommandArgs(["--term", value], OPTIONS).integer("--term");
  assert.equal(read("12"), 12);
  assert.equal(readCommandArgs([], OPTIONS).integer("--term"), undefined);
  for (const value of ["", "-1", "1.5", "x", "9".repeat(16)]) {
    assert.throws(() => read(value), /--term needs a whole number, got "/);
  }
});
