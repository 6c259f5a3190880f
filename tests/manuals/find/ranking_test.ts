import assert from "node:assert/strict";
import {
  addScores,
  emptyScores,
  inverseFrequency,
} from "../../../src/manuals/find/base_score.ts";
import { selectTop } from "../../../src/manuals/find/select_top.ts";
import { IndexView } from "../../../src/manuals/index/index_view.ts";
import { segmentOf } from "../../helpers/segments.ts";

const MODEL = {
  k1: 1,
  b: 0,
  titleWeight: 3,
  contextWeight: 0,
  fileWeight: 0,
  fileB: 0,
};

Deno.test("inverseFrequency() is ln(1 + (N - n + 0.5) / (n + 0.5))", () => {
  assert.equal(inverseFrequency(10, 1), Math.log(1 + 9.5 / 1.5));
  assert.equal(inverseFrequency(10, 10) > 0, true);
});

Deno.test("addScores() adds idf × tf with the title's weight", () => {
  const view = new IndexView([segmentOf({
    "a.md": "node\nnode",
    "b.md": "x\nnode",
    "c.md": "y\nother",
  })]);
  const scores = emptyScores(view);
  addScores(view, [{ term: "node", weight: 2 }], MODEL, scores);
  const idf = Math.log(1 + 1.5 / 2.5);
  // tf 1 + 3 of a title: 4 / (4 + 1); tf 1: 1 / (1 + 1).
  const close = (got: number | undefined, want: number): void =>
    assert.equal(Math.abs((got ?? 0) - want) < 1e-6, true, `${got} ${want}`);
  close(scores[0]?.sections[0], 2 * idf * 4 / 5);
  close(scores[0]?.sections[1], 2 * idf * 1 / 2);
  close(scores[0]?.sections[2], 0);
});

Deno.test("addScores() scores several segments as one index", () => {
  const texts = { "a.md": "t\nnode x", "b.md": "t\nnode", "c.md": "t\ny" };
  const one = new IndexView([segmentOf(texts)]);
  const { "a.md": a, ...rest } = texts;
  const two = new IndexView([segmentOf({ "a.md": a }), segmentOf(rest)]);
  const model = { ...MODEL, b: 0.75 };
  const [whole, parts] = [one, two].map((view) => {
    const scores = emptyScores(view);
    addScores(view, [{ term: "node", weight: 1 }], model, scores);
    return scores.flatMap(({ sections }) => [...sections]);
  });
  assert.deepEqual(parts, whole);
});

Deno.test("selectTop() gives the best rows, equal ones in index order", () => {
  const view = new IndexView([segmentOf({
    "a.md": "t\nx",
    "b.md": "t\nx",
    "c.md": "t\nx",
    "d.md": "t\nx",
  })]);
  const scores = emptyScores(view);
  scores[0]?.sections.set([1, 3, 2, 2]);
  const top = selectTop(view, scores, { limit: 3, fileWeight: 0 });
  assert.deepEqual(top.map(({ section }) => section), [1, 2, 3]);
});

Deno.test("selectTop() leaves out dead files and what the mask forbids", () => {
  const segment = segmentOf({ "a.md": "t\nx", "b.md": "t\nx", "c.md": "t\nx" });
  segment.kill(0);
  const view = new IndexView([segment]);
  const scores = emptyScores(view);
  scores[0]?.sections.fill(1);
  const only = [Uint8Array.of(1, 0, 1)];
  const top = selectTop(view, scores, { limit: 9, fileWeight: 0, only });
  assert.deepEqual(top.map(({ section }) => section), [2]);
});
