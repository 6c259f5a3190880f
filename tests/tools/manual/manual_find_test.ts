import assert from "node:assert/strict";
import { setUpFindTools } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const ARGS = {
  query: "restore the backup",
  manual_id: "guide",
  required_terms: ["backup"],
};

Deno.test("004 §4: the public result is the minimal form", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const result = await call("manual_find", { ...ARGS, inline_hits: null });
  assert.deepEqual(Object.keys(result), [
    "trace_id",
    "candidates",
    "status",
    "failure_reason",
    "next_actions",
  ]);
  assert.equal(result.status, "required_effective");
  assert.equal(result.failure_reason, null);
});

Deno.test("004 §4: the public result never has a claim graph, the trace does", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const result = await call("manual_find", {
    ...ARGS,
    include_claim_graph: true,
  });
  assert.equal("claim_graph" in result, false);
  const { trace_id } = result;
  const claims = await call("manual_hits", { trace_id, kind: "claims" });
  assert.equal(claims.total > 0, true);
});

Deno.test("004 §4: inline_hits has the shape of manual_hits integrated_top, at most 5", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const wide = { ...ARGS, query: "topic word shared number" };
  const { inline_hits, trace_id } = await call("manual_find", {
    ...wide,
    inline_hits: { limit: 9 },
  });
  assert.equal(inline_hits.limit, 5);
  const page = await call("manual_hits", {
    trace_id,
    kind: "integrated_top",
    limit: 5,
  });
  assert.deepEqual(inline_hits, page);
  const one = await call("manual_find", { ...wide, inline_hits: { limit: 1 } });
  assert.equal(one.inline_hits.items.length, 1);
  for (const inline_hits of [undefined, {}, { limit: null }]) {
    const result = await call("manual_find", { ...wide, inline_hits });
    assert.equal(result.inline_hits.limit, 5);
    assert.equal(result.inline_hits.offset, 0);
  }
});

Deno.test("004 §4: inline_hits.limit is a whole number of at least 1", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  for (const limit of [0, -1, 1.5, true, "x"]) {
    const result = await call("manual_find", {
      ...ARGS,
      inline_hits: { limit },
    });
    assert.equal(result.code, "invalid_parameter", String(limit));
  }
});

Deno.test("004 §4: compact next_actions are always empty, applied is left out", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const result = await call("manual_find", {
    ...ARGS,
    query: "全て網羅 backup",
  });
  assert.deepEqual(result.next_actions, []);
  assert.equal("applied" in result, false);
});

Deno.test("004 §4: numbers that are none and booleans are refused in the budget", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  for (const time_ms of ["x", true, false, 0, 1.5, {}]) {
    const result = await call("manual_find", { ...ARGS, budget: { time_ms } });
    assert.equal(result.code, "invalid_parameter");
  }
  const ok = await call("manual_find", { ...ARGS, budget: { time_ms: "500" } });
  assert.equal(typeof ok.trace_id, "string");
});

Deno.test("manual_find answers a repeated question from its cache", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const first = await call("manual_find", ARGS);
  const again = await call("manual_find", ARGS);
  assert.notEqual(again.trace_id, first.trace_id);
  assert.deepEqual(again.inline_hits.items, first.inline_hits.items);
});

Deno.test("manual_find names an unknown argument and an unknown manual", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const extra = await call("manual_find", { ...ARGS, top_k: 3 });
  assert.equal(extra.code, "invalid_parameter");
  assert.match(extra.message, /top_k/);
  const other = await call("manual_find", { ...ARGS, manual_id: "nope" });
  assert.equal(other.code, "not_found");
});

Deno.test("manual_find ends with the signal's reason when it is cancelled", async () => {
  using root = makeManualRoot(GUIDE);
  const stop = new AbortController();
  stop.abort(new Error("cancelled by the client"));
  const call = setUpFindTools(root.path, `${root.path}/.cache`, stop.signal);
  await assert.rejects(call("manual_find", ARGS), /cancelled by the client/);
});

Deno.test("manual_find answers more searches at once than it keeps traces", async () => {
  using root = makeManualRoot(GUIDE);
  const call = setUpFindTools(root.path, `${root.path}/.cache`);
  const all = Array.from({ length: 150 }, () => call("manual_find", ARGS));
  for (const { inline_hits } of await Promise.all(all)) {
    assert.equal(inline_hits.items.length > 0, true);
  }
});
