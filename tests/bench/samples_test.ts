import assert from "node:assert/strict";
import { compare, type Rows } from "../../scripts/bench/compare.ts";
import { meets } from "../../scripts/bench/row.ts";
import { interleave, quantile, summary } from "../../scripts/bench/samples.ts";

Deno.test("quantile() interpolates between neighbours, whatever the order", () => {
  assert.equal(quantile([4, 1, 3, 2], 0.5), 2.5);
  assert.equal(quantile([4, 1, 3, 2], 0.25), 1.75);
  assert.equal(quantile([7], 0.75), 7);
});

Deno.test("summary() gives quartiles only for more than one sample", () => {
  assert.deepEqual(summary([5]), { value: 5 });
  assert.deepEqual(summary([1, 2, 3]), {
    value: 2,
    quartiles: [1.5, 2.5],
    samples: 3,
  });
});

Deno.test("interleave() takes turns in changing orders and drops the first round", async () => {
  const subjects = [..."abcdefgh"];
  const order: string[] = [];
  const samples = await interleave(subjects, 5, (subject) => {
    order.push(subject);
    return Promise.resolve(order.length);
  });
  const rounds = [0, 8, 16, 24, 32, 40].map((at) => order.slice(at, at + 8));
  for (const round of rounds) assert.deepEqual(round.toSorted(), subjects);
  assert.ok(new Set(rounds.map(String)).size > 1);
  for (const [subject, values] of samples) {
    const turns = rounds.map((round, i) => 8 * i + round.indexOf(subject) + 1);
    assert.deepEqual(values, turns.slice(1));
  }
});

Deno.test("compare() sets a row against another and keeps the first comparison", () => {
  const row = (name: string, value: number) => ({ name, value, unit: "ms" });
  const rows: Rows = new Map();
  for (
    const [name, value] of [["ours", 30], ["bare", 20], ["peer", 90]] as const
  ) {
    rows.set(name, row(name, value));
  }
  compare(rows, "ours", "bare", "≤ 1.5");
  compare(rows, "ours", "peer");
  compare(rows, "ours", "not there");
  assert.equal(rows.get("ours")?.ratio, 1.5);
  assert.equal(rows.get("ours to peer")?.to, "peer");
  assert.equal(rows.get("ours to peer")?.target, undefined);
  assert.equal(rows.size, 4);
});

Deno.test("meets() judges both directions, and nothing without a target", () => {
  const row = { name: "x", value: 1, unit: "ms" };
  assert.equal(meets({ ...row, ratio: 1.5, target: "≤ 1.5" }), true);
  assert.equal(meets({ ...row, ratio: 1.51, target: "≤ 1.5" }), false);
  assert.equal(meets({ ...row, ratio: 2.9, target: "≥ 3" }), false);
  assert.equal(meets({ ...row, ratio: 2.9 }), undefined);
});
