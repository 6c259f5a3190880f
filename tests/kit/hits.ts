import type { Hit } from "../../src/manuals/search/hit.ts";

/** The parts of a score that is nothing but its base. */
export function partsOf(base: number): Hit["parts"] {
  return {
    base,
    coverage: 0,
    phrase: 0,
    proximity: 0,
    numberContext: 0,
    codeExact: 0,
    heading: 0,
    definitionTitle: 0,
    lengthPenalty: 0,
  };
}

/** A hit, with what matters to a test. */
export function hit(more: Partial<Hit> = {}): Hit {
  return {
    path: "a.md",
    startLine: 1,
    title: "A",
    crumbs: [],
    score: 1,
    parts: partsOf(1),
    coverage: 1,
    matched: [],
    signals: [],
    ranks: { g0: 1, bestScore: 1, rrf: 0, penalty: 0, seat: "ranked" },
    ...more,
  };
}
