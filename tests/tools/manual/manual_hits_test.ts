import assert from "node:assert/strict";
import { setUpFindTools } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

Deno.test("004 §5: public candidates and integrated_top are minimal", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const { trace_id } = await call("manual_find", {
    query: "AB-123 setup",
    manual_id: "guide",
    required_terms: ["ab123"],
  });
  const all = await call("manual_hits", { trace_id });
  assert.deepEqual(Object.keys(all.items[0]), [
    "ref",
    "score",
    "matched_tokens",
  ]);
  assert.deepEqual(all.items[0].ref, { path: "install.md", start_line: 5 });
  assert.deepEqual(all.items[0].matched_tokens, ["ab-123", "setup"]);
  const top = await call("manual_hits", { trace_id, kind: "integrated_top" });
  assert.deepEqual(Object.keys(top.items[0]), [
    "ref",
    "title",
    "score",
    "matched_tokens",
  ]);
  assert.equal(top.items[0].ref.manual_id, "guide");
});

Deno.test("manual_hits pages in whole numbers, as strings too", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const { trace_id } = await call("manual_find", {
    query: "topic",
    manual_id: "guide",
    required_terms: ["topic"],
  });
  const page = await call("manual_hits", { trace_id, offset: "2", limit: 3.0 });
  assert.deepEqual([page.offset, page.limit, page.items.length], [2, 3, 3]);
  const first = await call("manual_hits", { trace_id, offset: 0, limit: 1 });
  assert.deepEqual([first.offset, first.items.length], [0, 1]);
  for (const bad of [{ limit: true }, { offset: -1 }, { kind: "x" }]) {
    const failed = await call("manual_hits", { trace_id, ...bad });
    assert.equal(failed.code, "invalid_parameter");
  }
});

Deno.test("manual_hits says not_found for an unknown trace", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const failed = await call("manual_hits", { trace_id: "gone" });
  assert.equal(failed.code, "not_found");
  assert.match(failed.message, /manual_find again/);
});
