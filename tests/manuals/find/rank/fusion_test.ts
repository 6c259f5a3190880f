import assert from "node:assert/strict";
import { decompose } from "../../../../src/manuals/find/query/decompose.ts";
import { signalNames } from "../../../../src/manuals/find/rank/candidate.ts";
import { cutoff } from "../../../../src/manuals/find/rank/cutoff.ts";
import { spreadPaths } from "../../../../src/manuals/find/rank/diversity.ts";
import { fuse } from "../../../../src/manuals/find/rank/fusion.ts";
import { requiredWeight } from "../../../../src/manuals/find/rank/gates.ts";
import { candidate } from "../../../helpers/candidates.ts";

Deno.test("fuse() adds weight / (k + rank) over the lists", () => {
  const a = candidate("a", 10);
  const b = candidate("b", 5);
  const rows = fuse([
    { candidates: [a, b], weight: 1 },
    { candidates: [b], weight: 2 },
  ], { k: 60, alpha: 1 });
  const rrf = Object.fromEntries(rows.map((r) => [r.candidate.path, r.rrf]));
  assert.equal(rrf.a, 1 / 61);
  assert.equal(rrf.b, 1 / 62 + 2 / 61);
  assert.deepEqual(rows.find((r) => r.candidate.path === "b")?.ranks, [2, 1]);
});

Deno.test("fuse() ranks by score with alpha 1 and by ranks with alpha 0", () => {
  const lists = [
    {
      candidates: [candidate("a", 10), candidate("b", 5)],
      weight: 1,
    },
    { candidates: [candidate("b", 5)], weight: 1 },
  ];
  const order = (alpha: number): string[] =>
    fuse(lists, { k: 60, alpha }).map((row) => row.candidate.path);
  assert.deepEqual(order(1), ["a", "b"]);
  assert.deepEqual(order(0), ["b", "a"]);
});

Deno.test("fuse() lets ranks decide among equal scores", () => {
  const [a, b] = [candidate("a", 10), candidate("b", 10)];
  const rows = fuse([
    { candidates: [a, b], weight: 1 },
    { candidates: [b], weight: 1 },
  ], { k: 60, alpha: 0.5 });
  assert.deepEqual(
    rows.map(({ candidate: { path, score } }) => [path, score.toFixed(6)]),
    [["b", "10.500000"], ["a", "9.500000"]],
  );
});

Deno.test("fuse() keeps the scale of the candidates' scores and joins signals", () => {
  const rows = fuse([
    {
      candidates: [candidate("a", 10), candidate("b", 4)],
      weight: 1,
    },
    {
      candidates: [candidate("a", 3, { signals: ["required_term"] })],
      weight: 1,
    },
  ], { k: 60, alpha: 0.5 });
  assert.deepEqual(rows.map((row) => row.candidate.score), [10, 4]);
  const signals = signalNames(rows[0]?.candidate.signals ?? 0);
  assert.deepEqual(signals, ["required_term"]);
});

Deno.test("requiredWeight() trusts a required gate less when it says little", () => {
  const base = Array.from({ length: 20 }, (_, i) => candidate(`${i}`, 1));
  assert.equal(requiredWeight(base, []), 0);
  assert.equal(requiredWeight([], base), 1.1);
  assert.equal(requiredWeight(base, base.slice(0, 2)), 0.55);
  assert.equal(requiredWeight(base, base), 0.95);
  assert.equal(requiredWeight(base, base.slice(10)), 1.1);
  const others = [...base.slice(0, 9), candidate("other", 1)];
  assert.equal(requiredWeight(base, others), 0.8);
});

Deno.test("decompose() splits comparing questions only", () => {
  assert.deepEqual(decompose("PodとNodeの違い"), ["Pod", "Node"]);
  assert.deepEqual(decompose("Compare red vs blue"), ["red", "blue"]);
  assert.deepEqual(decompose("difference between a b and c?"), ["a b", "c"]);
  assert.deepEqual(decompose(" red\n ｖｓ　blue？"), ["red", "blue"]);
  assert.deepEqual(decompose("AとB"), []);
  assert.deepEqual(decompose("how to drain a node"), []);
});

Deno.test("spreadPaths() lowers each further section of a file", () => {
  const rows = fuse([{
    candidates: [
      candidate("a", 10, { line: 1 }),
      candidate("a", 9.8, { line: 2 }),
      candidate("b", 9.5),
      candidate("a", 9.4, { line: 3 }),
    ],
    weight: 1,
  }], { k: 60, alpha: 1 });
  const spread = spreadPaths(rows, 0.05);
  assert.deepEqual(spread.map((row) => row.candidate.path), [
    "a",
    "b",
    "a",
    "a",
  ]);
  assert.deepEqual(spread.map(({ penalty }) => penalty), [0, 0, 0.5, 1]);
});

Deno.test("cutoff() cuts at the first row weak in score and in coverage", () => {
  const row = (score: number, coverage: number) =>
    candidate("a", score, { coverage });
  const strong = Array.from({ length: 10 }, () => row(10, 1));
  assert.equal(cutoff([...strong, row(2, 0.6), row(2, 0.4)], 200), 11);
  assert.equal(cutoff([...strong, row(3, 0.1)], 200), 11);
  assert.equal(cutoff(Array.from({ length: 99 }, () => row(10, 1)), 200), 50);
  assert.equal(cutoff(strong, 3), 3);
  const weak = Array.from({ length: 12 }, (_, i) => row(i === 0 ? 10 : 1, 0));
  assert.equal(cutoff(weak, 200), 10, "the first ten are never cut off");
});
