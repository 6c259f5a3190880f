import assert from "node:assert/strict";
import { parseEvalArgs } from "../../scripts/eval/args.ts";

Deno.test("parseEvalArgs() wants no data that the project does not have", () => {
  assert.deepEqual(parseEvalArgs([]), { set: [], off: [], baselines: true });
});

Deno.test("parseEvalArgs() refuses a data directory that is none", () => {
  const file = import.meta.filename ?? "";
  for (const data of ["no/such/directory", file]) {
    assert.throws(() => parseEvalArgs(["--data", data]), /no directory/);
  }
});

Deno.test("parseEvalArgs() asks for the data of a collection that is named", () => {
  assert.throws(() => parseEvalArgs(["--only", "small,mine"]), /mine.*--data/);
  assert.deepEqual(parseEvalArgs(["--only", "small"]).only, ["small"]);
});
