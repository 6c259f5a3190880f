/** The fixed rules of the specification of `manual_hits` (004 §5), on the engine. */
import assert from "node:assert/strict";
import { runtime } from "../../../src/runtime/deno.ts";
import type { Finder } from "../../../src/manuals/find/finder.ts";
import { HIT_KINDS } from "../../../src/manuals/find/hit_kinds.ts";
import type { HitsParams } from "../../../src/manuals/find/hits.ts";
import { ask, itemsOf, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { ManualClock } from "../../kit/manual_clock.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

async function searched(
  root: string,
  graph = false,
): Promise<{ finder: Finder; trace_id: string }> {
  const finder = setUpFinder(root);
  const more = { include_claim_graph: graph };
  const { trace_id } = await finder.find(ask("daemon backup", "backup", more));
  return { finder, trace_id };
}

Deno.test("004 §5: kind defaults to candidates, offset to 0, limit to 50", async () => {
  using root = makeManualRoot(GUIDE);
  const { finder, trace_id } = await searched(root.path);
  const { kind, offset, limit, total, items } = finder.hits({ trace_id });
  assert.deepEqual([kind, offset, limit], ["candidates", 0, 50]);
  assert.equal(items.length, total);
});

Deno.test("004 §5: offset is a whole number from 0, limit from 1, never a boolean", async () => {
  using root = makeManualRoot(GUIDE);
  const { finder, trace_id } = await searched(root.path);
  for (
    const bad of [{ offset: -1 }, { limit: 0 }, { offset: true }, {
      limit: false,
    }, { limit: 1.5 }]
  ) {
    const params = { trace_id, ...bad } as unknown as HitsParams;
    assert.throws(() => finder.hits(params), { code: "invalid_parameter" });
  }
  const second = finder.hits({ trace_id, offset: 1, limit: 1 });
  assert.deepEqual(second.items, itemsOf(finder, trace_id).slice(1, 2));
});

Deno.test("004 §5: candidates come without target, json_path and title", async () => {
  using root = makeManualRoot(GUIDE);
  const { finder, trace_id } = await searched(root.path);
  for (const item of itemsOf(finder, trace_id)) {
    assert.equal("title" in item, false);
    assert.deepEqual(Object.keys(item.ref), ["path", "start_line"]);
  }
});

Deno.test("004 §5: manual_id stands once on top of candidates", async () => {
  using root = makeManualRoot(GUIDE);
  const { finder, trace_id } = await searched(root.path);
  assert.equal(finder.hits({ trace_id }).manual_id, "guide");
  const [top] = itemsOf(finder, trace_id, "integrated_top");
  assert.equal(top.ref.manual_id, "guide");
  assert.equal(typeof top.title, "string");
});

Deno.test("004 §5: claims, evidences and edges are empty unless a graph was asked for", async () => {
  using root = makeManualRoot(GUIDE);
  const plain = await searched(root.path);
  const graph = await searched(root.path, true);
  for (const kind of ["claims", "evidences", "edges"] as const) {
    assert.deepEqual(itemsOf(plain.finder, plain.trace_id, kind), []);
    assert.equal(itemsOf(graph.finder, graph.trace_id, kind).length > 0, true);
  }
});

Deno.test("004 §5: claims, evidences and edges are empty when the flag is off", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path, {
    settings: { find: { claim_graph_enabled: false } },
  });
  const { trace_id } = await finder.find(
    ask("backup", "backup", { include_claim_graph: true }),
  );
  for (const kind of ["claims", "evidences", "edges"] as const) {
    assert.deepEqual(itemsOf(finder, trace_id, kind), []);
  }
});

Deno.test("004 §5: gaps are rows that match summary.gap_count", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { trace_id, summary } = await finder.find(ask("xylophone"));
  const rows = itemsOf(finder, trace_id, "gaps");
  assert.equal(rows.length, summary.gap_count);
  assert.equal(rows[0].reason, "no_candidates");
});

Deno.test("004 §5: conflicts match summary.conflict_count", async () => {
  using root = makeManualRoot(GUIDE);
  const { finder, trace_id } = await searched(root.path);
  assert.deepEqual(itemsOf(finder, trace_id, "conflicts"), []);
});

Deno.test("004 §5: every kind has its shape, another kind is refused", async () => {
  using root = makeManualRoot(GUIDE);
  const { finder, trace_id } = await searched(root.path, true);
  for (const kind of HIT_KINDS) {
    assert.equal(finder.hits({ trace_id, kind }).kind, kind);
  }
  const [run] = itemsOf(finder, trace_id, "gate_runs");
  assert.deepEqual(Object.keys(run), [
    "gate",
    "pass",
    "terms",
    "candidates",
    "weight",
    "elapsed_ms",
  ]);
  const [row] = itemsOf(finder, trace_id, "fusion_debug");
  assert.deepEqual(Object.keys(row), [
    "ref",
    "final_score",
    "base_score",
    "rrf",
    "ranks",
    "diversity_penalty",
    "seat",
  ]);
  const [hit] = itemsOf(finder, trace_id);
  const numbers = [run.elapsed_ms, row.final_score, row.rrf, hit.score];
  for (const value of [...numbers, hit.match_coverage]) {
    assert.equal(value, Number(Number(value).toFixed(4)));
  }
  const wrong = { trace_id, kind: "all" } as unknown as HitsParams;
  assert.throws(() => finder.hits(wrong), { code: "invalid_parameter" });
});

Deno.test("004 §5: traces are bounded and expire", async () => {
  using root = makeManualRoot(GUIDE);
  const clock = new ManualClock();
  const real = {
    ...clock,
    after: (_: number, run: () => void) => {
      queueMicrotask(run);
      return () => {};
    },
  };
  const finder = setUpFinder(root.path, {
    clock: {
      now: () => Date.now(),
      monotonic: () => clock.monotonic(),
      after: real.after,
      turn: runtime.clock.turn,
    },
    settings: { trace: { max_keep: 1, ttl_sec: 10 } },
  });
  const first = await finder.find(ask("backup", "backup", {
    budget: { time_ms: 1 },
  }));
  const second = await finder.find(ask("daemon"));
  assert.throws(() => finder.hits(first), { code: "not_found" });
  assert.equal(finder.hits(second).kind, "candidates");
  clock.advance(10_000);
  assert.throws(() => finder.hits(second), { code: "not_found" });
});
