/**
 * The fixed rules of the specification of `manual_find` (004 §4), one by one,
 * on the engine: the cache. What concerns the public form is in `tests/tools`.
 */
import assert from "node:assert/strict";
import type { FindParams } from "../../../src/manuals/find/find_params.ts";
import type { Files } from "../../../src/runtime/runtime.ts";
import { ask, settle, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { ManualClock } from "../../kit/manual_clock.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

Deno.test("004 §4: use_cache defaults to SEM_CACHE_ENABLED", async () => {
  using root = makeManualRoot(GUIDE);
  const mode = async (enabled: boolean, use_cache?: boolean) => {
    const finder = setUpFinder(root.path, { settings: { cache: { enabled } } });
    const more = use_cache === undefined ? {} : { use_cache };
    return (await finder.find(ask("backup", "backup", more))).applied
      .sem_cache_mode;
  };
  assert.equal(await mode(true), "miss");
  assert.equal(await mode(false), "bypass");
  assert.equal(await mode(false, true), "miss");
  assert.equal(await mode(true, false), "bypass");
});

Deno.test("004 §4: include_claim_graph bypasses the cache", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  await finder.find(ask("backup"));
  const { applied } = await finder.find(
    ask("backup", "backup", { include_claim_graph: true, use_cache: true }),
  );
  assert.equal(applied.sem_cache_mode, "bypass");
});

Deno.test("004 §4: a cached result with too many gaps is searched again", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path, {
    settings: { cache: { max_summary_gap: 0 } },
  });
  const modes: string[] = [];
  for (const query of ["xylophone", "xylophone", "daemon", "daemon"]) {
    modes.push((await finder.find(ask(query))).applied.sem_cache_mode);
  }
  assert.deepEqual(modes, ["miss", "guard_revalidate", "miss", "exact"]);
});

Deno.test("004 §4: sem_cache_* tells of exact and semantic hits", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path, {
    settings: { cache: { sim_threshold: 0.6 } },
  });
  const first = await finder.find(ask("restore backup daemon", "backup"));
  const same = await finder.find(ask(" Restore  BACKUP daemon", "backup"));
  assert.equal(same.applied.sem_cache_mode, "exact");
  assert.equal(same.applied.sem_cache_score, 1);
  assert.equal(same.applied.sem_cache_hit, true);
  assert.equal((same.applied.sem_cache_latency_saved_ms ?? -1) >= 0, true);
  assert.notEqual(same.trace_id, first.trace_id);
  const alike = await finder.find(ask("backup daemon restore now", "backup"));
  assert.equal(alike.applied.sem_cache_mode, "semantic");
  assert.equal(alike.applied.sem_cache_score, 0.75);
  const number = await finder.find(ask("restore backup daemon 7", "backup"));
  assert.equal(number.applied.sem_cache_mode, "miss");
});

Deno.test("004 §4: a name in other capitals is another question to the cache", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Pods\nEvery pod has a budget.\n",
    "guide/b.md": "# Other\nThe podbudget is a name.\n",
  });
  settle(root.path);
  const finder = setUpFinder(root.path);
  const find = async (query: string, use_cache = true) => {
    const found = await finder.find(ask(query, "budget", { use_cache }));
    const { trace_id, applied: { sem_cache_mode } } = found;
    return { sem_cache_mode, hits: finder.hits({ trace_id }).items };
  };
  for (const query of ["podBudget", "podbudget"]) {
    const { sem_cache_mode, hits } = await find(query);
    assert.equal(sem_cache_mode, "miss");
    assert.deepEqual(hits, (await find(query, false)).hits);
  }
  assert.equal((await find("PODBUDGET")).sem_cache_mode, "exact");
});

Deno.test("004 §4: sem_cache_latency_saved_ms is what a hit is faster by", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\n" });
  settle(root.path);
  const clock = new ManualClock();
  clock.advance(1_000);
  const after = <T>(ms: number, result: T): T => {
    clock.advance(ms);
    return result;
  };
  const files: Files = {
    ...testFiles,
    // The root is looked at by every search, the file by the first.
    statSync: (path) => after(7, testFiles.statSync(path)),
    readSync: (path) => after(100, testFiles.readSync(path)),
  };
  const finder = setUpFinder(root.path, { clock, files });
  await finder.find(ask("zebra"));
  const { applied } = await finder.find(ask("zebra"));
  assert.equal(applied.sem_cache_latency_saved_ms, 100);
});

Deno.test("004 §4: only searches with the same budget and terms share a result", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path, {
    settings: { cache: { sim_threshold: 0.1 } },
  });
  const mode = async (
    terms: readonly string[],
    budget: FindParams["budget"] = {},
    query = "restore 5 backup 7 AB-12",
  ): Promise<string> =>
    (await finder.find(ask(query, terms, { budget }))).applied.sem_cache_mode;
  assert.equal(await mode(["backup"]), "miss");
  assert.equal(await mode(["restore"]), "miss");
  assert.equal(await mode(["backup"], { max_candidates: 9 }), "miss");
  assert.equal(await mode(["backup"], { time_ms: 50_000 }), "miss");
  const other = "restore 5 backup 7 AB-13";
  assert.equal(await mode(["backup"], {}, other), "miss");
  const order = "AB-12 restore 7 backup 5";
  assert.equal(await mode(["backup"], {}, order), "semantic");
  assert.equal(await mode(["backup"]), "exact");
});

Deno.test("004 §4: what bypasses the cache leaves nothing in it", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path);
  const { trace_id } = await finder.find(ask("daemon"));
  for (
    const more of [
      { only_unscanned_from_trace_id: trace_id },
      { include_claim_graph: true },
      { use_cache: false },
    ]
  ) await finder.find(ask("backup", "backup", more));
  const { applied, summary } = await finder.find(ask("backup"));
  assert.equal(applied.sem_cache_mode, "miss");
  assert.equal(summary.candidates > 0, true);
});

Deno.test("004 §4: the cache forgets after SEM_CACHE_TTL_SEC", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const clock = new ManualClock();
  const finder = setUpFinder(root.path, { clock });
  const mode = async (): Promise<string> =>
    (await finder.find(ask("backup"))).applied.sem_cache_mode;
  assert.equal(await mode(), "miss");
  clock.advance(1_799_999);
  assert.equal(await mode(), "exact");
  clock.advance(1);
  assert.equal(await mode(), "miss");
});

Deno.test("004 §4: a changed file makes the cache forget", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path);
  await finder.find(ask("zebra", "zebra"));
  root.write("guide/new.md", "# Zebra\nA zebra.\n");
  const { applied, summary } = await finder.find(ask("zebra", "zebra"));
  assert.equal(applied.sem_cache_mode, "miss");
  assert.equal(summary.candidates, 1);
});

Deno.test("004 §4: requested_required_terms are this call's, in its order, cache or not", async () => {
  using root = makeManualRoot(GUIDE);
  settle(root.path);
  const finder = setUpFinder(root.path);
  for (const terms of [["backup", "restore"], ["restore", "backup"]]) {
    const { applied } = await finder.find(ask("restore backup", terms));
    assert.deepEqual(applied.requested_required_terms, terms);
    assert.deepEqual(
      applied.required_terms_match_stats.map(({ term }) => term),
      terms,
    );
  }
});
