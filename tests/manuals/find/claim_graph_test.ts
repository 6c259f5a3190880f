import assert from "node:assert/strict";
import { defaultConfig } from "../../../src/config/draft.ts";
import {
  buildClaimGraph,
  type ClaimGraph,
} from "../../../src/manuals/find/claim_graph.ts";
import type { Hit } from "../../../src/manuals/search/hit.ts";
import { hit } from "../../kit/hits.ts";

/** A hit that holds these words. */
function holding(words: readonly string[], coverage = 1): Hit {
  return hit({ matched: words.map((word) => ({ word, count: 1 })), coverage });
}

/** The graph of hits with these texts. */
function graph(
  hits: readonly Hit[],
  texts: readonly string[],
): ClaimGraph {
  const { lexicon } = defaultConfig().manuals;
  return buildClaimGraph({ manualId: "guide", hits, texts, lexicon });
}

/** The graph of texts that all hold the word "limit". */
function graphOf(...texts: readonly string[]): ClaimGraph {
  return graph(texts.map(() => holding(["limit"])), texts);
}

function statusesOf({ claims }: ClaimGraph): string[] {
  return claims.map(({ status }) => status);
}

Deno.test("buildClaimGraph() takes a sentence whole, with the points inside it", () => {
  const cases = [
    ["Intro. The limit is 1.5 GB. End.", "The limit is 1.5 GB."],
    ["See a.md v1.5 the limit applies", "See a.md v1.5 the limit applies"],
    ["前の文。limitは1.5です！次の文。", "limitは1.5です！"],
    ["one\n- the limit\nthree", "the limit"],
    ["A limit. Another limit.", "A limit."],
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
  assert.equal(claim?.text.length, 299);
});

Deno.test("buildClaimGraph() sees a conflict where numbers differ", () => {
  const same = graphOf("The limit is 1.5 GB.", "A limit of 1.5 GB.");
  assert.deepEqual(statusesOf(same), ["supported", "supported"]);
  const other = graphOf("The limit is 1.5 GB.", "A limit of 2.5 GB.");
  assert.deepEqual(statusesOf(other), ["conflicted", "conflicted"]);
  const order = graphOf("The limit is 5 or 10.", "A limit of 10 or 5.");
  assert.deepEqual(statusesOf(order), ["supported", "supported"]);
  const none = graphOf("The limit is 5.", "A limit.");
  assert.deepEqual(statusesOf(none), ["supported", "supported"]);
});

Deno.test("buildClaimGraph() sees a conflict only with evidence about the same words", () => {
  const texts = ["The limit is 5 days.", "A limit of 7."];
  const more = [holding(["limit", "days"]), holding(["limit"])];
  assert.deepEqual(statusesOf(graph(more, texts)), ["supported", "conflicted"]);
  const weak = [holding(["limit"]), holding(["limit"], 0.4)];
  assert.deepEqual(statusesOf(graph(weak, texts)), ["supported", "conflicted"]);
});

Deno.test("buildClaimGraph() makes three claims a facet and no other evidences", () => {
  const texts = ["limit a", "limit b", "nothing", "limit c", "limit d"];
  const { claims, evidences } = graphOf(...texts);
  assert.deepEqual(claims.map(({ claim_id, text }) => [claim_id, text]), [
    ["claim-1", "limit a"],
    ["claim-2", "limit b"],
    ["claim-3", "limit c"],
  ]);
  assert.deepEqual(evidences.map(({ evidence_id }) => evidence_id), [
    "evidence-1",
    "evidence-2",
    "evidence-4",
  ]);
});

Deno.test("buildClaimGraph() tells how well each facet is covered", () => {
  const covered = (...coverages: number[]): unknown =>
    graph(
      coverages.map((coverage) => holding(["limit"], coverage)),
      coverages.map(() => "A limit."),
    ).facets.find(({ facet }) => facet === "unknown");
  const facet = { facet: "unknown", conflicted_count: 0 };
  assert.deepEqual(covered(0.5, 1), {
    ...facet,
    claim_count: 2,
    supported_count: 2,
    unresolved_count: 0,
    coverage_status: "covered",
  });
  assert.deepEqual(covered(1, 0.4), {
    ...facet,
    claim_count: 2,
    supported_count: 1,
    unresolved_count: 1,
    coverage_status: "partial",
  });
  assert.deepEqual(covered(), {
    ...facet,
    claim_count: 0,
    supported_count: 0,
    unresolved_count: 0,
    coverage_status: "missing",
  });
});

Deno.test("buildClaimGraph() leaves open what evidence covers too little", () => {
  const { claims, edges } = graph([holding(["limit"], 0.4)], ["A limit."]);
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
