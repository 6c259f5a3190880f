import assert from "node:assert/strict";
import {
  cancellations,
  type Order,
  type Report,
} from "../../../../src/manuals/search/pool/messages.ts";
import { SearchThread } from "../../../../src/manuals/search/pool/search_thread.ts";
import { serveSearches } from "../../../../src/manuals/search/pool/serve_searches.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import type { Port, Threads } from "../../../../src/runtime/runtime.ts";
import { FakeThreads } from "../../../kit/fake_threads.ts";
import { findSettings } from "../../../kit/find_setup.ts";
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

Deno.test("serveSearches() gives a search up when it is told to", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra lion\n" });
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
  await serveSearches({ ...runtime, threads });
  const tell = await told.promise;
  const options = { sources: { root: root.path }, settings: findSettings() };
  tell({ kind: "open", options, cancelled: cancellations() });
  const question = {
    ...{ manualId: "guide", query: "zebra", requiredTerms: ["zebra"] },
    ...{ maxHits: 10, timeMs: 60_000 },
  };
  tell({ kind: "search", id: 1, question, tellsProgress: false });
  tell({ kind: "cancel", id: 1 });
  while (reports.length === 0) await turn();
  assert.deepEqual(reports.map(({ kind }) => kind), ["failed"]);
});
