import assert from "node:assert/strict";
import {
  addScores,
  baseModel,
  inverseFrequency,
} from "../../../../../src/manuals/search/local/rank/base_score.ts";
import { compareCandidates } from "../../../../../src/manuals/search/local/rank/candidate.ts";
import {
  bothSets,
  countRows,
} from "../../../../../src/manuals/search/local/rank/row_set.ts";
import { selectTop } from "../../../../../src/manuals/search/local/rank/select_top.ts";
import {
  IndexView,
  sectionOf,
  segmentOf as segmentNumber,
} from "../../../../../src/manuals/search/local/index/index_view.ts";
import {
  ScoreBoard,
  type SegmentScores,
} from "../../../../../src/manuals/search/local/index/score_board.ts";
import { frequencyWeights } from "../../../../../src/manuals/search/local/index/packed_frequency.ts";
import { candidate } from "../../../../kit/candidates.ts";
import { findSettings } from "../../../../kit/find_setup.ts";
import { segmentOf } from "../../../../kit/segments.ts";

/** Gives a section a score, as `addScores` does. */
function give(scores: SegmentScores, section: number, score: number): void {
  scores.sections[section] = score;
  scores.scoredSections[scores.sectionCount++] = section;
}

const MODEL = {
  k1: 1,
  b: 0,
  weights: frequencyWeights(3, 0),
  fileWeight: 0,
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
  const scores = new ScoreBoard(view.segments);
  addScores(view, [{ term: "node", weight: 2 }], MODEL, scores);
  const idf = Math.log(1 + 1.5 / 2.5);
  // tf 1 + 3 of a title: 4 / (4 + 1); tf 1: 1 / (1 + 1).
  const close = (got: number | undefined, want: number): void =>
    assert.equal(Math.abs((got ?? 0) - want) < 1e-6, true, `${got} ${want}`);
  close(scores.peek(0)?.sections[0], 2 * idf * 4 / 5);
  close(scores.peek(0)?.sections[1], 2 * idf * 1 / 2);
  close(scores.peek(0)?.sections[2], 0);
});

Deno.test("addScores() counts a section's length as much as b says", () => {
  const view = new IndexView([segmentOf({
    "x.md": "\nnode",
    "y.md": "\nnode a b c d",
  })]);
  const scores = new ScoreBoard(view.segments);
  addScores(view, [{ term: "node", weight: 1 }], { ...MODEL, b: 0.6 }, scores);
  const idf = inverseFrequency(2, 2);
  // Lengths 1 and 5 over a mean of 3; k1 is 1.
  const want = [1 / 3, 5 / 3].map((length) => 1 / (1 + 0.4 + 0.6 * length));
  const got = [...scores.of(0).sections].map((score) => score / idf);
  assert.deepEqual(
    got.map((score) => score.toFixed(6)),
    want.map((score) => score.toFixed(6)),
  );
});

Deno.test("baseModel() knows nothing of files when the prescan is off", () => {
  const settings = (file_prescan_enabled: boolean) =>
    findSettings({ find: { file_prescan_enabled } });
  const [on, off] = [true, false].map((is) => baseModel(settings(is)));
  const { file_weight, context_weight } = findSettings().lexical;
  // 64 stands for a term that is once in the context.
  assert.equal(on?.fileWeight, file_weight);
  assert.equal(on?.weights[64], Math.fround(context_weight));
  assert.deepEqual([off?.fileWeight, off?.weights[64]], [0, 0]);
});

Deno.test("compareCandidates() orders equal scores by coverage, words, path, line", () => {
  const words = (count: number) => Array.from({ length: count }, () => "w");
  const order = [
    candidate("z", 2),
    candidate("y", 1, { coverage: 1 }),
    { ...candidate("x", 1, { coverage: 0.5 }), matched: words(2) },
    { ...candidate("a", 1, { coverage: 0.5 }), matched: words(1) },
    { ...candidate("B", 1, { coverage: 0.5, line: 2 }) },
    { ...candidate("B", 1, { coverage: 0.5, line: 10 }) },
    { ...candidate("b", 1, { coverage: 0.5 }) },
  ];
  assert.deepEqual(order.toReversed().sort(compareCandidates), order);
});

Deno.test("addScores() saturates files as much later as they have sections", () => {
  const text = "t\nnode";
  const view = new IndexView([segmentOf({ "a.md": text, "b.md": "t\nx" })]);
  const cut = Object.assign(new IndexView(view.segments), { rows: 8 });
  const [whole, sections] = [view, cut].map((one) => {
    const scores = new ScoreBoard(one.segments);
    const terms = [{ term: "node", weight: 1 }];
    addScores(one, terms, MODEL, scores);
    const idf = inverseFrequency(one.rows, one.sectionsWith("node"));
    return (scores.of(0).files[0] ?? 0) / idf;
  });
  // k1 is 1, and four sections a file make it 4.
  assert.equal(whole?.toFixed(6), (1 / 2).toFixed(6));
  assert.equal(sections?.toFixed(6), (1 / 5).toFixed(6));
});

Deno.test("addScores() adds up what the sections of a file say", () => {
  const text = "node\nnode";
  const view = new IndexView([segmentOf({ "a.md": text, "b.md": text })]);
  const scores = new ScoreBoard(view.segments);
  addScores(view, [{ term: "node", weight: 1 }], MODEL, scores);
  const idf = inverseFrequency(2, 2);
  // tf 1 + 3 of a title: 4 / (4 + 1).
  const files = [...scores.of(0).files].map((score) => score / idf);
  assert.deepEqual(files.map((score) => score.toFixed(6)), [
    "0.800000",
    "0.800000",
  ]);
});

Deno.test("addScores() finds a term however far its sections are apart", () => {
  const holding = [63, 64, 191];
  const view = new IndexView([segmentOf(Object.fromEntries(
    Array.from({ length: 192 }, (_, i) => [
      `${100 + i}.md`,
      `t\n${holding.includes(i) ? "node" : "x"}`,
    ]),
  ))]);
  const scores = new ScoreBoard(view.segments);
  addScores(view, [{ term: "node", weight: 1 }], MODEL, scores);
  const { sections } = scores.of(0);
  const found = [...sections.keys()].filter((at) => (sections[at] ?? 0) > 0);
  assert.deepEqual(found, holding);
});

Deno.test("addScores() scores several segments as one index", () => {
  const texts = { "a.md": "t\nnode x", "b.md": "t\nnode", "c.md": "t\ny" };
  const one = new IndexView([segmentOf(texts)]);
  const { "a.md": a, ...rest } = texts;
  const two = new IndexView([segmentOf({ "a.md": a }), segmentOf(rest)]);
  const model = { ...MODEL, b: 0.75 };
  const [whole, parts] = [one, two].map((view) => {
    const scores = new ScoreBoard(view.segments);
    addScores(view, [{ term: "node", weight: 1 }], model, scores);
    return view.segments.flatMap((_, at) => [...scores.of(at).sections]);
  });
  assert.deepEqual(parts, whole);
});

Deno.test("selectTop() gives the best rows, equal ones by path and line", () => {
  const view = new IndexView([segmentOf({
    "a.md": "t\nx",
    "b.md": "t\nx",
    "c.md": "t\nx",
    "d.md": "t\nx",
  })]);
  const scores = new ScoreBoard(view.segments);
  [[3, 2], [0, 1], [2, 2], [1, 3]].forEach(([section = 0, gain = 0]) =>
    give(scores.of(0), section, gain)
  );
  const top = selectTop(view, scores, { limit: 2, fileWeight: 0 });
  assert.deepEqual(top, [1, 2]);
});

Deno.test("selectTop() orders equal rows the same however segments lie", () => {
  const texts = { "c.md": "t\nx", "a.md": "t\nx", "d.md": "t\nx" };
  const view = new IndexView([
    segmentOf(texts),
    segmentOf({ "b.md": "t\nx" }),
  ]);
  const scores = new ScoreBoard(view.segments);
  for (const section of [0, 1, 2]) give(scores.of(0), section, 1);
  give(scores.of(1), 0, 1);
  const paths = (limit: number): (string | undefined)[] =>
    selectTop(view, scores, { limit, fileWeight: 0 }).map((row) =>
      view.segments[segmentNumber(row)]?.path(sectionOf(row))
    );
  assert.deepEqual(paths(9), ["a.md", "b.md", "c.md", "d.md"]);
  assert.deepEqual(paths(2), ["a.md", "b.md"]);
});

Deno.test("selectTop() leaves out dead files and what is not among the rows", () => {
  const segment = segmentOf({ "a.md": "t\nx", "b.md": "t\nx", "c.md": "t\nx" });
  segment.kill(0);
  const view = new IndexView([segment]);
  const scores = new ScoreBoard(view.segments);
  for (const section of [0, 1, 2]) give(scores.of(0), section, 1);
  const only = [Uint16Array.of(0, 2)];
  const top = selectTop(view, scores, { limit: 9, fileWeight: 0, only });
  assert.deepEqual(top, [2]);
});

Deno.test("withBoards() hands the next query a board without scores", () => {
  const view = new IndexView([
    segmentOf({ "a.md": "t\nnode", "b.md": "t\nx" }),
  ]);
  const first = view.withBoards((borrowBoard) => {
    const board = borrowBoard();
    addScores(view, [{ term: "node", weight: 1 }], MODEL, board);
    assert.equal(selectTop(view, board, { limit: 9, fileWeight: 1 }).length, 1);
    assert.notEqual(borrowBoard(), board, "one that nobody has");
    return board;
  });
  view.withBoards((borrowBoard) => {
    const boards = [borrowBoard(), borrowBoard()];
    assert.equal(boards.includes(first), true);
    assert.deepEqual(selectTop(view, first, { limit: 9, fileWeight: 1 }), []);
    const { files, sections } = first.of(0);
    assert.deepEqual([...files, ...sections], [0, 0, 0, 0]);
  });
});

Deno.test("copyFrom() takes scores over, and adding to the copy leaves the other alone", () => {
  const view = new IndexView([
    segmentOf({ "a.md": "t\nnode pod", "b.md": "t\npod" }),
  ]);
  const [one, copy, whole] = [1, 2, 3].map(() => new ScoreBoard(view.segments));
  assert.ok(one && copy && whole);
  const node = { term: "node", weight: 1 };
  const pod = { term: "pod", weight: 1 };
  addScores(view, [node], MODEL, one);
  const before = [...one.of(0).sections];
  copy.copyFrom(one);
  addScores(view, [pod], MODEL, copy);
  addScores(view, [node, pod], MODEL, whole);
  assert.deepEqual([...one.of(0).sections], before);
  assert.deepEqual(copy.of(0), whole.of(0));
});

Deno.test("bothSets() keeps the rows that both sets have", () => {
  const a = [Uint16Array.of(1, 4, 6, 9), Uint16Array.of(2)];
  const b = [Uint16Array.of(0, 4, 5, 9), Uint16Array.of()];
  assert.deepEqual(bothSets(a, b).map((rows) => [...rows]), [[4, 9], []]);
  assert.equal(countRows(bothSets(a, b)), 2);
});
