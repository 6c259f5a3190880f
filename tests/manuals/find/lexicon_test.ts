/** What a site's own words do: each list of `manuals.lexicon`. */
import assert from "node:assert/strict";
import { ask, itemsOf, setUpFinder } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const MANUAL = {
  "guide/a.md": "# 枠組み\n枠 12 は申請の対象外とする。\n",
  "guide/b.md": "# 提出\n申請は窓口に出す。\n",
};
const LEXICON = {
  number_context: ["枠"],
  exceptions: ["対象外"],
  exhaustive: ["くまなく"],
  definition_titles: ["枠組み"],
  facets: {
    definition: [],
    procedure: ["窓口"],
    eligibility: [],
    exceptions: [],
    compare: [],
  },
};

/** What a search makes of it without a lexicon, and with one. */
async function withAndWithout<T>(
  look: (finder: ReturnType<typeof setUpFinder>) => Promise<T>,
): Promise<T[]> {
  using root = makeManualRoot(MANUAL);
  return [
    await look(setUpFinder(root.path)),
    await look(setUpFinder(root.path, { settings: { lexicon: LEXICON } })),
  ];
}

Deno.test("lexicon.number_context names the number beside it", async () => {
  const found = await withAndWithout(async (finder) => {
    const { trace_id } = await finder.find(ask("枠 12", "枠"));
    return itemsOf(finder, trace_id)[0].rank_explain.number_context > 0;
  });
  assert.deepEqual(found, [false, true]);
});

Deno.test("lexicon.definition_titles promise what a question asks for", async () => {
  const found = await withAndWithout(async (finder) => {
    const bonuses = ["枠", "枠とは"].map(async (query) => {
      const { trace_id } = await finder.find(ask(query, "枠"));
      return itemsOf(finder, trace_id)[0].rank_explain.definition_title > 0;
    });
    return await Promise.all(bonuses);
  });
  assert.deepEqual(found, [[false, false], [false, true]]);
});

Deno.test("lexicon.exhaustive asks for the whole file", async () => {
  const found = await withAndWithout(async (finder) => {
    const { next_actions } = await finder.find(ask("申請をくまなく", "申請"));
    return next_actions[0]?.type;
  });
  assert.deepEqual(found, ["manual_hits", "manual_scan"]);
});

Deno.test("lexicon.exceptions and lexicon.facets tell claims apart", async () => {
  const found = await withAndWithout(async (finder) => {
    const { claim_graph } = await finder.find(
      ask("申請", "申請", { include_claim_graph: true }),
    );
    return claim_graph?.claims.map(({ text, facet, status }) =>
      `${text.slice(0, 2)} ${facet} ${status}`
    ).sort();
  });
  assert.deepEqual(found, [
    ["枠  eligibility supported", "申請 unknown supported"],
    ["枠  eligibility conflicted", "申請 procedure conflicted"],
  ]);
});
