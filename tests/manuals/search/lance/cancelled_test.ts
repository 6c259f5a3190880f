import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { openFinder } from "../../../../src/manuals/mod.ts";
import { makeFakeStore } from "../../../kit/fake_store.ts";

Deno.test("a search that is cancelled ends with the reason, and looks for nothing more", async () => {
  using store = makeFakeStore();
  const lancedb = store.lancedb();
  lancedb.hangs = true;
  const finder = openFinder({ engine: store.settings });
  const abort = new AbortController();
  const found = finder.find(
    { manual_id: "guide", query: "a", required_terms: ["a"] },
    { signal: abort.signal },
  );
  while (lancedb.looks === 0) await new Promise((next) => setTimeout(next, 1));
  const reason = new Error("enough");
  abort.abort(reason);
  await assert.rejects(found, reason);
  assert.equal(lancedb.looks, 1);
});

Deno.test("a search that is cancelled while its manual is opened ends then", async () => {
  using store = makeFakeStore();
  const lancedb = store.lancedb();
  lancedb.hangs = true;
  const finder = openFinder({ engine: store.settings });
  const abort = new AbortController();
  const found = finder.find(
    { manual_id: "guide", query: "a", required_terms: ["a"] },
    { signal: abort.signal },
  );
  const reason = new Error("enough");
  abort.abort(reason);
  assert.equal(lancedb.looks, 0);
  await assert.rejects(found, reason);
});

Deno.test("searches leave nothing on a signal that outlives them", async () => {
  using store = makeFakeStore();
  const finder = openFinder({ engine: store.settings });
  const { signal } = new AbortController();
  for (const query of ["a", "b"]) {
    await finder.find(
      { manual_id: "guide", query, required_terms: [query] },
      { signal },
    );
  }
  assert.deepEqual(getEventListeners(signal, "abort"), []);
});
