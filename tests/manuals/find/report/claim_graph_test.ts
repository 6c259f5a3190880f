import assert from "node:assert/strict";
import { defaultConfig } from "../../../../src/config/draft.ts";
import {
  buildClaimGraph,
  type ClaimGraph,
} from "../../../../src/manuals/find/report/claim_graph.ts";
import type { TraceCandidate } from "../../../../src/manuals/find/report/trace_candidate.ts";

/** A candidate that holds these words. */
function candidate(
  matched_tokens: readonly string[],
  match_coverage = 1,
): TraceCandidate {
  return {
    path: "a.md",
    start_line: 1,
    title: "A",
    score: 1,
    matched_tokens,
    token_hits: {},
    match_coverage,
    signals: [],
    rank_explain: {
      base: 1,
      coverage: 0,
      phrase: 0,
      proximity: 0,
      number_context: 0,
      code_exact: 0,
      definition_title: 0,
      length_penalty: 0,
    },
  };
}

/** The graph of texts that all hold the word "limit". */
function graphOf(...texts: readonly string[]): ClaimGraph {
  return buildClaimGraph({
    manualId: "guide",
    candidates: texts.map(() => candidate(["limit"])),
    texts,
    lexicon: defaultConfig().manuals.lexicon,
  });
}

Deno.test("buildClaimGraph() takes a sentence whole, with the points inside it", () => {
  const cases = [
    ["Intro. The limit is 1.5 GB. End.", "The limit is 1.5 GB."],
    ["See a.md v1.5 the limit applies", "See a.md v1.5 the limit applies"],
    ["前の文。limitは1.5です！次の文。", "limitは1.5です！"],
    ["one\n- the limit\nthree", "the limit"],
  ] as const;
  for (const [text, claim] of cases) {
    assert.equal(graphOf(text).claims[0]?.text, claim);
  }
});

Deno.test("buildClaimGraph() finds words whatever their width", () => {
  const [claim] = graphOf("First. The ＬＩＭＩＴ is 5.").claims;
  assert.equal(claim?.text, "The ＬＩＭＩＴ is 5.");
});

Deno.test("buildClaimGraph() cuts a long claim between characters", () => {
  const [claim] = graphOf(`limit: ${"😀".repeat(300)}`).claims;
  assert.equal(claim?.text.isWellFormed(), true);
});

Deno.test("buildClaimGraph() sees a conflict where numbers differ", () => {
  const same = graphOf("The limit is 1.5 GB.", "A limit of 1.5 GB.");
  assert.deepEqual(same.claims.map(({ status }) => status), [
    "supported",
    "supported",
  ]);
  const other = graphOf("The limit is 1.5 GB.", "A limit of 2.5 GB.");
  assert.deepEqual(other.claims.map(({ status }) => status), [
    "conflicted",
    "conflicted",
  ]);
});

Deno.test("buildClaimGraph() leaves open what evidence covers too little", () => {
  const { claims, edges } = buildClaimGraph({
    manualId: "guide",
    candidates: [candidate(["limit"], 0.4)],
    texts: ["A limit."],
    lexicon: defaultConfig().manuals.lexicon,
  });
  assert.equal(claims[0]?.status, "unresolved");
  assert.equal(edges[0]?.relation, "requires_followup");
});

Deno.test("buildClaimGraph() sees a conflict with a section about another facet", () => {
  const statuses = (...texts: string[]): string[] =>
    graphOf(...texts).claims.map(({ facet, status }) => `${facet} ${status}`);
  assert.deepEqual(
    statuses("The limit is 30 days.", "The limit must be 60 days."),
    ["eligibility conflicted", "unknown conflicted"],
  );
  assert.deepEqual(
    statuses("The limit holds.", "The limit holds, except on Sundays."),
    ["exceptions conflicted", "unknown conflicted"],
  );
  assert.deepEqual(
    statuses("The limit holds.", "The limit must hold."),
    ["eligibility supported", "unknown supported"],
  );
});

Deno.test("buildClaimGraph() sees a conflict where one section says no", () => {
  const isConflict = (a: string, b: string): boolean =>
    graphOf(a, b).claims.every(({ status }) => status === "conflicted");
  const pairs = [
    ["The limit applies.", "The limit does not apply."],
    ["The limit applies.", "The limit doesn't apply."],
    ["The limit applies.", "The limit never applies."],
    ["limitは適用されます。", "limitは適用されません。"],
    ["limitは適用する。", "limitは適用しない。"],
  ] as const;
  for (const [yes, no] of pairs) {
    assert.equal(isConflict(yes, no), true, no);
    assert.equal(isConflict(no, no), false, no);
  }
  for (
    const also of [
      "limitは適用しなければならない。",
      "limitは適用しなければなりません。",
      "limitは少ない。",
      "A notable limit.",
    ]
  ) assert.equal(isConflict("limitは適用する。", also), false, also);
});
