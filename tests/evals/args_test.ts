import assert from "node:assert/strict";
import { parseEvalArgs } from "../../scripts/eval/args.ts";

Deno.test("parseEvalArgs() refuses a data directory without collections", () => {
  for (const data of ["no/such/directory", import.meta.dirname ?? ""]) {
    assert.throws(() => parseEvalArgs(["--data", data]), /No collections in/);
  }
});

Deno.test("parseEvalArgs() tells which collections there are", () => {
  assert.throws(
    () => parseEvalArgs(["--only", "small,mine"]),
    /No collection mine; there are: .*small/,
  );
  assert.deepEqual(parseEvalArgs(["--only", "small"]).only, ["small"]);
});
