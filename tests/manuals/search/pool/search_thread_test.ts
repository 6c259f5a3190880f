import assert from "node:assert/strict";
import {
  cancel,
  cancellations,
  isCancelled,
  type Order,
  type Report,
} from "../../../../src/manuals/search/pool/messages.ts";
import { SearchThread } from "../../../../src/manuals/search/pool/search_thread.ts";
import { serveSearches } from "../../../../src/manuals/search/pool/serve_searches.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import type { Files, Port, Threads } from "../../../../src/runtime/runtime.ts";
import { FakeThreads } from "../../../kit/fake_threads.ts";
import { findSettings, settle } from "../../../kit/find_setup.ts";
import { countingFiles } from "../../../kit/manual_index.ts";
import { makeManualRoot } from "../../../kit/manual_root.ts";

const { turn } = runtime.clock;

Deno.test("SearchThread() that has died refuses what it is asked then", async () => {
  const threads = new FakeThreads();
  const open = { sources: { root: "/nowhere" }, settings: findSettings() };
  const thread = new SearchThread({ threads, open, died: () => undefined });
  await turn();
  threads.started[0]?.die(new Error("out of memory"));
  await assert.rejects(thread.settled(), /out of memory; ask again/);
});

const QUESTION = {
  ...{ manualId: "guide", query: "zebra", requiredTerms: ["zebra"] },
  ...{ maxHits: 10, timeMs: 60_000 },
};

Deno.test("SearchThread() waits no longer for a search that was cancelled", async () => {
  const threads = new FakeThreads();
  const open = { sources: { root: "/nowhere" }, settings: findSettings() };
  const thread = new SearchThread({ threads, open, died: () => undefined });
  const abort = new AbortController();
  const search = thread.search(QUESTION, { signal: abort.signal });
  assert.equal(thread.load, 1);
  abort.abort(new Error("enough"));
  await assert.rejects(search, /enough/);
  assert.equal(thread.load, 0);
});

Deno.test("cancel() reaches a search of any number, and no other", () => {
  const cancelled = cancellations();
  for (const id of [1, 1023, 1024, 0x7fff_ffff]) {
    assert.equal(isCancelled(cancelled, id), false, `${id}`);
    cancel(cancelled, id);
    assert.equal(isCancelled(cancelled, id), true, `${id}`);
    assert.equal(isCancelled(cancelled, id + 1024), false, `${id}`);
  }
});

/** A thread's side: what tells it, and what it reports. */
async function serve(
  root: string,
  files: Files = runtime.files,
): Promise<{ tell: (order: Order) => void; reports: Report[] }> {
  const reports: Report[] = [];
  const port: Port = {
    post: (report) => void reports.push(report as Report),
    close: () => undefined,
  };
  const told = Promise.withResolvers<(order: Order) => void>();
  const threads: Threads = Object.assign(new FakeThreads(), {
    listen(take: (order: unknown) => void) {
      told.resolve(take);
      return Promise.resolve(port);
    },
  });
  await serveSearches({ ...runtime, files, threads });
  const tell = await told.promise;
  const options = { sources: { root }, settings: findSettings() };
  tell({ kind: "open", options, cancelled: cancellations() });
  return { tell, reports };
}

Deno.test("serveSearches() gives a search up when it is told to", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra lion\n" });
  const { tell, reports } = await serve(root.path);
  tell({ kind: "search", id: 1, question: QUESTION, tellsProgress: false });
  tell({ kind: "cancel", id: 1 });
  while (reports.length === 0) await turn();
  assert.deepEqual(reports.map(({ kind }) => kind), ["failed"]);
});

Deno.test("serveSearches() still has what it indexed when it has settled", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra lion\n" });
  settle(`${root.path}/guide`);
  const { files, reads } = countingFiles();
  const { tell, reports } = await serve(root.path, files);
  tell({ kind: "search", id: 1, question: QUESTION, tellsProgress: false });
  while (reports.length < 1) await turn();
  assert.deepEqual(reads.splice(0), ["a.md"]);
  tell({ kind: "settle", id: 2 });
  while (reports.length < 2) await turn();
  tell({ kind: "search", id: 3, question: QUESTION, tellsProgress: false });
  while (reports.length < 3) await turn();
  assert.deepEqual(reports.map(({ kind }) => kind), ["done", "done", "done"]);
  assert.deepEqual(reads, []);
});

Deno.test("serveSearches() stops indexing when it is closed", async () => {
  const names = Array.from({ length: 1000 }, (_, i) => `guide/${i}.md`);
  using root = makeManualRoot(
    Object.fromEntries(names.map((name) => [name, "# Zebra\nzebra\n"])),
  );
  const { files, reads } = countingFiles();
  const { tell, reports } = await serve(root.path, files);
  const question = { ...QUESTION, timeMs: 1 };
  tell({ kind: "search", id: 1, question, tellsProgress: false });
  while (reports.length < 1) await turn();
  tell({ kind: "close", id: 2 });
  while (reports.length < 2) await turn();
  assert.ok(reads.length < names.length, `${reads.length} files were read`);
});
