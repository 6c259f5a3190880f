import assert from "node:assert/strict";
import { signalNames } from "../../../../../src/manuals/search/local/rank/candidate.ts";
import { fuse } from "../../../../../src/manuals/search/local/rank/fusion.ts";
import { candidate } from "../../../../kit/candidates.ts";

Deno.test("fuse() adds weight / (k + rank) over the lists", () => {
  const a = candidate("a", 10);
  const b = candidate("b", 5);
  const rows = fuse([
    { candidates: [a, b], weight: 1 },
    { candidates: [b], weight: 2 },
  ], { k: 60, alpha: 1 });
  const rrf = Object.fromEntries(rows.map((r) => [r.path, r.rrf]));
  assert.equal(rrf.a, 1 / 61);
  assert.equal(rrf.b, 1 / 62 + 2 / 61);
  assert.deepEqual(rows.find((r) => r.path === "b")?.ranks, [2, 1]);
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
    fuse(lists, { k: 60, alpha }).map((row) => row.path);
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
    rows.map(({ path, score }) => [path, score.toFixed(6)]),
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
  assert.deepEqual(rows.map((row) => row.score), [10, 4]);
  const signals = signalNames(rows[0]?.signals ?? 0);
  assert.deepEqual(signals, ["required_term"]);
});
