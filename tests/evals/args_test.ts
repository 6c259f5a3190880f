import assert from "node:assert/strict";
import { parseEvalArgs } from "../../scripts/eval/args.ts";
import { makeManualRoot } from "../kit/manual_root.ts";

Deno.test("parseEvalArgs() refuses a data directory without collections", () => {
  for (const data of ["no/such/directory", import.meta.dirname ?? ""]) {
    assert.throws(() => parseEvalArgs(["--data", data]), /No collections in/);
  }
});

Deno.test("parseEvalArgs() refuses a directory of links that is not there", () => {
  assert.throws(
    () => parseEvalArgs(["--links", "no/such/directory"]),
    /No directory no\/such\/directory/,
  );
});

Deno.test("parseEvalArgs() tells which collections there are", () => {
  assert.throws(
    () => parseEvalArgs(["--only", "small,mine"]),
    /No collection mine; there are: .*small/,
  );
  assert.deepEqual(parseEvalArgs(["--only", "small"]).only, ["small"]);
});

Deno.test("parseEvalArgs() records whole runs over a data directory alone", () => {
  using dir = makeManualRoot({ "mine/queries.jsonl": "" });
  const record = ["--data", dir.path, "--record"];
  assert.equal(parseEvalArgs(record).record, true);
  for (
    const part of ["--only=mine", "--set=lexical.k1=1", "--off=title"]
      .concat("--no-baselines", "--half=a", `--links=${dir.path}`)
  ) {
    assert.throws(() => parseEvalArgs([...record, part]), /takes a whole run/);
  }
  assert.throws(
    () => parseEvalArgs(["--record"], "/nowhere"),
    /small set alone/,
  );
  assert.equal(parseEvalArgs([], "/nowhere").record, false);
});

Deno.test("parseEvalArgs() refuses settings that there are not, or of another type", () => {
  assert.deepEqual(
    parseEvalArgs(["--set", "lexical.k1=1.5"]).set,
    [["lexical.k1", 1.5]],
  );
  for (
    const [text, problem] of [
      ["nosuch=1", "No setting manuals.nosuch"],
      ["lexical.k1=many", "manuals.lexical.k1 takes a number"],
      ["lexical.k1=", "manuals.lexical.k1 takes a number"],
      ["lexical.k1=true", "manuals.lexical.k1 takes a number"],
      [
        "find.exploration_enabled=1",
        "manuals.find.exploration_enabled takes a boolean",
      ],
    ] as const
  ) {
    assert.throws(() => parseEvalArgs(["--set", text]), { message: problem });
  }
});

Deno.test("parseEvalArgs() tells which ingredients there are", () => {
  assert.throws(
    () => parseEvalArgs(["--off", "toString"]),
    /No ingredient toString; there are: .*title.*, all/,
  );
});
