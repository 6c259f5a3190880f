import assert from "node:assert/strict";
import { ManualError } from "../../../../src/manuals/errors.ts";
import { Library } from "../../../../src/manuals/library/library.ts";
import type {
  SearchQuestion,
  SearchResult,
} from "../../../../src/manuals/search/engine.ts";
import { LocalEngine } from "../../../../src/manuals/search/local/local_engine.ts";
import { isCancelled } from "../../../../src/manuals/search/pool/messages.ts";
import { PoolEngine } from "../../../../src/manuals/search/pool/pool_engine.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import type { Threads } from "../../../../src/runtime/runtime.ts";
import { type FakeThread, FakeThreads } from "../../../kit/fake_threads.ts";
import { findSettings, settle } from "../../../kit/find_setup.ts";
import { makeManualRoot } from "../../../kit/manual_root.ts";

const QUESTION: SearchQuestion = {
  manualId: "guide",
  query: "zebra lion",
  requiredTerms: ["zebra"],
  maxHits: 10,
  timeMs: 60_000,
};

const FOUND = { hits: [], cut: false, version: "1" } as unknown as SearchResult;

function pool(threads: Threads, root = "/nowhere"): PoolEngine {
  const sources = { root };
  return new PoolEngine({ threads, sources, settings: findSettings() });
}

/** Lets what was asked for reach the threads. */
const turn = (): Promise<void> => runtime.clock.turn();

function searchesOf({ orders }: FakeThread): number[] {
  return orders.flatMap((order) => order.kind === "search" ? [order.id] : []);
}

Deno.test("PoolEngine() finds in a thread what the embedded engine finds", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Zebra\nzebra lion\n## More\nzebra\n",
    "guide/b.md": "# Lion\nlion\n",
  });
  settle(`${root.path}/guide`);
  const engine = pool(runtime.threads, root.path);
  const local = new LocalEngine(
    new Library(runtime.files, { root: root.path }),
    runtime,
    { settings: findSettings() },
  );
  const found = await engine.search(QUESTION) as SearchResult;
  const expected = await local.search(QUESTION) as SearchResult;
  assert.equal(found.hits.length, 3);
  assert.deepEqual(found.hits, expected.hits);
  assert.deepEqual(found.required, expected.required);
  const knownVersion = found.version;
  assert.equal(await engine.search(QUESTION, { knownVersion }), "unchanged");
  await assert.rejects(
    engine.search({ ...QUESTION, manualId: "nobody" }),
    (error) => error instanceof ManualError && error.code === "not_found",
  );
  await engine.settled();
  await engine.close();
  const again = await engine.search(QUESTION) as SearchResult;
  assert.deepEqual(again.hits, expected.hits);
  await engine.close();
  await local.close();
});

Deno.test("PoolEngine() stores what its threads index, for all of them", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra lion\n" });
  settle(`${root.path}/guide`);
  const cacheDir = `${root.path}/.cache`;
  const sources = { root: root.path };
  const settings = findSettings();
  const { threads } = runtime;
  const engine = new PoolEngine({ threads, sources, settings, cacheDir });
  await engine.search(QUESTION);
  await engine.close();
  assert.equal([...Deno.readDirSync(`${cacheDir}/manuals`)].length, 1);
});

Deno.test("PoolEngine() tells of progress and of what cannot be stored", async () => {
  const threads = new FakeThreads();
  const warnings: string[] = [];
  const engine = new PoolEngine({
    threads,
    sources: { root: "/nowhere" },
    settings: findSettings(),
    warn: (line) => void warnings.push(line),
  });
  const told: number[][] = [];
  const progress = (...of: number[]): void => void told.push(of);
  const found = engine.search(QUESTION, { progress });
  await turn();
  const [thread] = threads.started;
  const [id = 0] = thread ? searchesOf(thread) : [];
  thread?.report({ kind: "progress", id, done: 3, total: 9 });
  thread?.report({ kind: "warn", line: "cannot write" });
  thread?.report({ kind: "done", id, result: FOUND });
  await found;
  assert.deepEqual(told, [[3, 9]]);
  assert.deepEqual(warnings, ["cannot write"]);
});

Deno.test("PoolEngine() gives a search to who has least to do, and starts no more threads than are spare", async () => {
  const threads = new FakeThreads(2);
  const engine = pool(threads);
  const first = engine.search(QUESTION);
  await turn();
  threads.started[0]?.report({ kind: "done", id: 1, result: FOUND });
  await first;
  for (let i = 0; i < 4; i++) {
    engine.search(QUESTION).catch(() => undefined);
    await turn();
  }
  assert.deepEqual(threads.started.map((each) => searchesOf(each).length), [
    3,
    2,
  ]);
});

Deno.test("PoolEngine() ends every thread that it started", async () => {
  const threads = new FakeThreads(2);
  const engine = pool(threads);
  for (const manualId of ["guide", "other"]) {
    engine.search({ ...QUESTION, manualId }).catch(() => undefined);
    await turn();
  }
  assert.equal(threads.started.length, 2);
  const closed = engine.close();
  await turn();
  for (const thread of threads.started) {
    const order = thread.orders.at(-1);
    assert.ok(order?.kind === "close");
    thread.report({ kind: "done", id: order.id });
  }
  await closed;
});

Deno.test("PoolEngine() indexes a manual once, whoever asks meanwhile", async () => {
  const threads = new FakeThreads(2);
  const engine = pool(threads);
  for (const manualId of ["guide", "guide", "other", "guide"]) {
    engine.search({ ...QUESTION, manualId }).catch(() => undefined);
    await turn();
  }
  assert.deepEqual(threads.started.map((each) => searchesOf(each).length), [
    3,
    1,
  ]);
});

Deno.test("PoolEngine() cancels a search by message and in shared memory", async () => {
  const threads = new FakeThreads();
  const engine = pool(threads);
  const abort = new AbortController();
  const { signal } = abort;
  const search = engine.search(QUESTION, { signal });
  const other = engine.search(QUESTION);
  await turn();
  abort.abort(new Error("enough"));
  await assert.rejects(search, /enough/);
  await assert.rejects(engine.search(QUESTION, { signal }), /enough/);
  await turn();
  const [thread] = threads.started;
  const [open, ...rest] = thread?.orders ?? [];
  assert.ok(open?.kind === "open");
  assert.equal(isCancelled(open.cancelled, 1), true);
  assert.equal(isCancelled(open.cancelled, 2), false);
  assert.deepEqual(rest.at(-1), { kind: "cancel", id: 1 });
  thread?.report({ kind: "done", id: 1, result: FOUND });
  thread?.report({ kind: "done", id: 2, result: FOUND });
  assert.equal(await other, FOUND);
});

Deno.test("a cancelled search stops in its thread, and the thread goes on", async () => {
  using root = makeManualRoot(Object.fromEntries(
    Array.from(
      { length: 3000 },
      (_, i) => [`guide/${i}.md`, `# Z\nzebra ${i}`],
    ),
  ));
  const engine = pool(runtime.threads, root.path);
  const abort = new AbortController();
  const { signal } = abort;
  const told = Promise.withResolvers<void>();
  const progress = (): void => told.resolve();
  const search = engine.search(QUESTION, { signal, progress });
  await told.promise;
  abort.abort(new Error("enough"));
  await assert.rejects(search, /enough/);
  const soon = { ...QUESTION, timeMs: 1 };
  const found = await engine.search(soon) as SearchResult;
  assert.equal(found.cut, true, "nobody went on indexing");
  await engine.close();
});

Deno.test("LocalEngine() asks while it searches whether anybody waits", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra lion\n" });
  const local = new LocalEngine(
    new Library(runtime.files, { root: root.path }),
    runtime,
    { settings: findSettings() },
  );
  let asked = 0;
  await local.search(QUESTION, { isCancelled: () => ++asked < 0 });
  assert.ok(asked > 2, `${asked} times`);
  for (let at = 1; at <= asked; at++) {
    let left = at;
    const isCancelled = (): boolean => --left === 0;
    await assert.rejects(local.search(QUESTION, { isCancelled }), {
      name: "AbortError",
    });
  }
  assert.notEqual(await local.search(QUESTION), "unchanged");
  await local.close();
});

Deno.test("a thread that dies costs what it was asked, and is replaced", async () => {
  const threads = new FakeThreads();
  const engine = pool(threads);
  const lost = engine.search(QUESTION);
  await turn();
  threads.started[0]?.die(new Error("out of memory"));
  await assert.rejects(lost, {
    name: "ProtocolError",
    code: -32603,
    message: /out of memory; ask again/,
  });
  const next = engine.search(QUESTION);
  await turn();
  assert.equal(threads.started.length, 2);
  threads.started[1]?.report({ kind: "done", id: 1, result: FOUND });
  assert.equal(await next, FOUND);
});

Deno.test("a thread that dies while it searches is told of, one with nothing to do is not", async () => {
  const threads = new FakeThreads();
  const lines: string[] = [];
  const engine = new PoolEngine({
    ...{ threads, sources: { root: "/nowhere" }, settings: findSettings() },
    warn: (line) => void lines.push(line),
  });
  const found = engine.search(QUESTION);
  await turn();
  threads.started[0]?.report({ kind: "done", id: 1, result: FOUND });
  await found;
  threads.started[0]?.die(new Error("idle"));
  assert.deepEqual(lines, []);
  const lost = engine.search(QUESTION);
  await turn();
  threads.started[1]?.die(new Error("busy"));
  await assert.rejects(lost);
  assert.deepEqual(lines, ["The thread that searched has died: busy"]);
});

Deno.test("a thread that cannot be started costs one search each time", async () => {
  const threads = new FakeThreads();
  const engine = pool(threads);
  threads.refusal = new Error("no memory for it");
  await assert.rejects(engine.search(QUESTION), /no memory for it; ask again/);
  threads.refusal = undefined;
  const found = engine.search(QUESTION);
  await turn();
  threads.started[0]?.report({ kind: "done", id: 1, result: FOUND });
  assert.equal(await found, FOUND);
});

Deno.test("a defect in a thread is told with its stack, and the thread goes on", async () => {
  const threads = new FakeThreads();
  const engine = pool(threads);
  const search = engine.search(QUESTION);
  await turn();
  const [thread] = threads.started;
  thread?.report({ kind: "failed", id: 1, stack: "TypeError: x\n at rank.ts" });
  await assert.rejects(search, { stack: /rank\.ts/ });
  const next = engine.search(QUESTION);
  await turn();
  thread?.report({ kind: "done", id: 2, result: FOUND });
  assert.equal(await next, FOUND);
});
