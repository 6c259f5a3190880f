import assert from "node:assert/strict";
import { runtime } from "../../../src/runtime/deno.ts";
import type { Clock, Files } from "../../../src/runtime/runtime.ts";
import { ask, itemsOf, settle, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { ManualClock } from "../../kit/manual_clock.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

const BUDGET = { budget: { time_ms: 1000 } };

Deno.test("find() does not remember what its time was too short for", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const clock = new ManualClock();
  // Reading a file takes as long as the whole search may.
  const readSync: Files["readSync"] = (path) => {
    clock.advance(1000);
    return testFiles.readSync(path);
  };
  const finder = setUpFinder(root.path, {
    clock,
    files: { ...testFiles, readSync },
  });
  const find = async (): Promise<[mode: string, left: number]> => {
    const found = await finder.find(ask("backup", "backup", BUDGET));
    await finder.settled();
    const left = itemsOf(finder, found.trace_id, "unscanned");
    assert.equal(left.every(({ reason }) => reason === "time_budget"), true);
    return [found.applied.sem_cache_mode, left.length];
  };
  const files = Object.keys(GUIDE).length;
  assert.deepEqual(await find(), ["miss", files - 1]);
  assert.deepEqual(await find(), ["miss", 0]);
  assert.deepEqual(await find(), ["exact", 0]);
});

Deno.test("find() does not remember what was still to be forgotten", async () => {
  const zebras = ["a", "b", "c"].map((name) => `guide/${name}.md`);
  using root = makeManualRoot(
    Object.fromEntries(zebras.map((path) => [path, "# Zebra\n"])),
  );
  settle(root.path);
  let time = 0;
  const clock: Clock = {
    now: () => Date.now(),
    // Every look at the clock is reason for a pause, and in every pause the
    // time of whoever waits is up.
    monotonic: () => time += 1000,
    after(_ms, run) {
      queueMicrotask(run);
      return () => undefined;
    },
    turn: runtime.clock.turn,
  };
  const finder = setUpFinder(root.path, { clock });
  const find = async (): Promise<[mode: string, found: number]> => {
    const { applied, summary } = await finder.find(ask("zebra"));
    await finder.settled();
    return [applied.sem_cache_mode, summary.candidates];
  };
  assert.deepEqual(await find(), ["miss", 0]);
  assert.deepEqual(await find(), ["miss", 3]);
  for (const path of zebras) Deno.removeSync(`${root.path}/${path}`);
  assert.deepEqual(await find(), ["miss", 2]);
  assert.deepEqual(await find(), ["miss", 0]);
});

Deno.test("find() does not remember a comparison whose sides it had no time for", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  let time = 0;
  let step = 0;
  const clock: Clock = {
    now: () => Date.now(),
    monotonic: () => time += step,
    after: () => () => undefined,
    turn: runtime.clock.turn,
  };
  const finder = setUpFinder(root.path, { clock });
  const find = async (query: string): Promise<[mode: string, runs: number]> => {
    const found = await finder.find(ask(query, "backup", BUDGET));
    const runs = itemsOf(finder, found.trace_id, "gate_runs")
      .filter(({ gate }) => gate === "g0");
    return [found.applied.sem_cache_mode, runs.length];
  };
  await find("index all");
  step = 1000;
  assert.deepEqual(await find("backupとproxyの違い"), ["miss", 1]);
  assert.deepEqual(await find("backupとproxyの違い"), ["miss", 1]);
  assert.deepEqual(await find("backup proxy"), ["miss", 1]);
  assert.deepEqual(await find("backup proxy"), ["exact", 1]);
});

Deno.test("find() counts its time from the call, not from the start of the process", async () => {
  using root = makeManualRoot(GUIDE);
  const clock = new ManualClock();
  clock.advance(1_000_000);
  const finder = setUpFinder(root.path, { clock });
  const { trace_id } = await finder.find(
    ask("backupとproxyの違い", "backup", BUDGET),
  );
  const passes = itemsOf(finder, trace_id, "gate_runs").map(({ pass }) => pass);
  assert.deepEqual(passes, ["base", "sub_query", "sub_query", "A"]);
});

Deno.test("find() without time to list a manual says that all of it is left", async () => {
  const dirs = ["a", "b", "c"];
  using root = makeManualRoot(Object.fromEntries(
    dirs.map((dir) => [`guide/${dir}/real.md`, "# Real\nwalrus\n"]),
  ));
  const clock = new ManualClock();
  // So many files beside the real ones that listing them pauses.
  const fakes = Array.from({ length: 1000 }, (_, i) => ({
    name: `fake${i}.md`,
    kind: "file" as const,
  }));
  const isFake = (path: string): boolean => /\/fake\d+\.md$/.test(path);
  const files: Files = {
    ...testFiles,
    listSync(path) {
      clock.advance(1000);
      const real = testFiles.listSync(path);
      return path.endsWith("/guide") ? real : [...real, ...fakes];
    },
    lstatSync: (path) =>
      isFake(path)
        ? { kind: "file", size: 1, mtimeMs: 1, ctimeSec: 1, dev: 0, ino: 0 }
        : testFiles.lstatSync(path),
    readSync: (path) =>
      isFake(path) ? new Uint8Array([120]) : testFiles.readSync(path),
  };
  const finder = setUpFinder(root.path, { clock, files });
  const first = await finder.find(ask("walrus", "walrus", BUDGET));
  assert.equal(first.summary.scanned_files, 0);
  assert.deepEqual(itemsOf(finder, first.trace_id, "unscanned"), [
    { manual_id: "guide", path: "", reason: "time_budget" },
  ]);
  await finder.settled();
  const rest = await finder.find(ask("walrus", "walrus", {
    only_unscanned_from_trace_id: first.trace_id,
  }));
  assert.equal(rest.summary.scanned_files, 3003);
  assert.equal(rest.summary.candidates, 3);
});

Deno.test("close() ends the indexing that a search waits for", async () => {
  using root = makeManualRoot(GUIDE);
  const clock = new ManualClock();
  let reads = 0;
  const readSync: Files["readSync"] = (path) => {
    reads++;
    finder.close();
    clock.advance(1000);
    return testFiles.readSync(path);
  };
  const files = { ...testFiles, readSync };
  const finder = setUpFinder(root.path, { clock, files });
  await assert.rejects(finder.find(ask("backup")), { name: "AbortError" });
  assert.equal(reads, 1);
});
