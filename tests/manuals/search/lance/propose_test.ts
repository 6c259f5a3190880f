import assert from "node:assert/strict";
import type { LanceDb } from "../../../../src/manuals/search/lance/lancedb.ts";
import {
  type Proposal,
  proposalQuery,
} from "../../../../src/manuals/search/lance/serve/propose.ts";

/** Queries that can be looked at. */
const lancedb = {
  MatchQuery: class {
    constructor(
      readonly text: string,
      readonly column: string,
      readonly options?: object,
    ) {}
  },
  BooleanQuery: class {
    constructor(readonly clauses: readonly (readonly [string, object])[]) {}
  },
} as unknown as LanceDb;

function query(proposal: Partial<Proposal>): unknown {
  const made = proposalQuery(
    lancedb,
    { terms: [], required: [], ...proposal },
    "terms",
  );
  return made && JSON.parse(JSON.stringify(made));
}

const weights = (...all: (readonly [string, number])[]): Proposal["terms"] =>
  all.map(([term, weight]) => ({ term, weight }));

Deno.test("what is only better to hold is one query, which LanceDB cuts short", () => {
  assert.deepEqual(query({ terms: weights(["a", 1], ["b", 1]) }), {
    text: "a b",
    column: "terms",
  });
});

Deno.test("a term is repeated by its weight, as far as weights differ", () => {
  const text = (...all: (readonly [string, number])[]): unknown =>
    (query({ terms: weights(...all) }) as { text: string }).text;
  assert.deepEqual(text(["a", 0.3], ["b", 0.3]), "a b");
  assert.deepEqual(text(["a", 2], ["b", 1]), "a a b");
  assert.deepEqual(text(["a", 1], ["b", 0.25]), "a a a a b");
  assert.deepEqual(text(["a", 1], ["b", 0.001]), "a a a a b");
});

Deno.test("what is required is a clause of its own, and one of several sets is enough", () => {
  const all = (text: string): object => ({
    text,
    column: "terms",
    options: { operator: "AND" },
  });
  const proposal = {
    terms: weights(["a", 1]),
    required: [[["b", "c"]], [["d"], ["e"]]],
  };
  const either = { clauses: [["SHOULD", all("d")], ["SHOULD", all("e")]] };
  assert.deepEqual(query(proposal), {
    clauses: [
      ["MUST", all("b c")],
      ["MUST", either],
      ["SHOULD", { text: "a", column: "terms" }],
    ],
  });
});

Deno.test("nothing to look for is no query", () => {
  assert.deepEqual(query({}), undefined);
});
