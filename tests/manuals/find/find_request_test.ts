import assert from "node:assert/strict";
import { findRequest } from "../../../src/manuals/find/find_request.ts";
import { ask, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

Deno.test("findRequest() fills in the budget, and the limits are inside", () => {
  const { maxHits, timeMs } = findRequest(ask("zebra"));
  assert.deepEqual([maxHits, timeMs], [200, 60_000]);
  const longest = ask("q".repeat(100_000), "t".repeat(1000));
  assert.equal(findRequest(longest).query.length, 100_000);
});

Deno.test("findRequest() takes two spellings of a term for one", () => {
  const { requiredTerms } = findRequest(
    ask("zebra", ["Zebra", "ＺＥＢＲＡ "]),
  );
  assert.deepEqual(requiredTerms, ["zebra"]);
});

Deno.test("find() keeps no more of a call in its trace than a call needs", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\nzebra\n" });
  const finder = setUpFinder(root.path);
  const long = "q".repeat(100_001);
  await assert.rejects(
    finder.find(ask(long, "zebra")),
    /Cannot use query "q{60}…": give at most 100000 characters, not 100001/,
  );
  await assert.rejects(
    finder.find(ask("zebra", ["zebra", "q".repeat(1001)])),
    /Cannot use requiredTerms "q+…": give at most 1000 characters, not 1001/,
  );
  const { summary } = await finder.find(
    ask(`zebra ${"q ".repeat(5000)}`, "zebra"),
  );
  assert.equal(summary.candidates, 1);
});

Deno.test("find() says which of a program's parameters is of another type", async () => {
  using root = makeManualRoot({ "guide/a.md": "# A\nzebra\n" });
  const finder = setUpFinder(root.path);
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ query: 5 }, /Cannot use query 5: give a question/],
    [{ query: " " }, /Cannot use query " ": give a question/],
    [{ manual_id: null }, /Cannot use manual null/],
    [{ required_terms: "zebra" }, /Cannot use requiredTerms "zebra"/],
    [{ required_terms: [7] }, /Cannot use requiredTerms 7: give a list of/],
    [{ required_terms: [" "] }, /Cannot use requiredTerms " "/],
    [{ use_cache: "no" }, /Cannot use useCache "no"/],
    [{ expand_scope: 1 }, /Cannot use expandScope 1/],
    [{ include_claim_graph: 0 }, /Cannot use includeClaimGraph 0/],
    [{ budget: { time_ms: 0 } }, /Cannot use timeMs 0/],
  ];
  for (const [part, message] of wrong) {
    await assert.rejects(finder.find({ ...ask("zebra"), ...part }), {
      name: "ManualError",
      code: "invalid_parameter",
      message,
    });
  }
  const { trace_id } = await finder.find(ask("zebra"));
  const kind = "nothing" as "candidates";
  assert.throws(() => finder.hits({ trace_id, kind }), {
    name: "ManualError",
    code: "invalid_parameter",
    message: /Cannot use kind "nothing"/,
  });
});
