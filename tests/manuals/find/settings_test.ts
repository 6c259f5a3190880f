import assert from "node:assert/strict";
import {
  ask,
  type findSettings,
  itemsOf,
  setUpFinder,
} from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

const PAGES: Record<string, string> = {
  "guide/zebra.md": "# Zebra\nThe zebra AB-123 stands in table 7.\n",
  "guide/far.md": `# Far\nzebra ${"x ".repeat(15)} lion\n`,
  "guide/near.md": "# Near\nzebra and a lion\n",
  "guide/what.md": "# What is a zebra\nAn animal.\n",
};
for (let i = 0; i < 12; i++) {
  PAGES[`guide/many/${i}.md`] = `# Page ${i}\ncommon ${"y ".repeat(i)}\n`;
}
PAGES["guide/long.md"] = Array.from(
  { length: 9 },
  (_, i) => `# Part ${i}\ncommon common common\n`,
).join("");

/** All that a search finds, and how, with other settings. */
async function found(
  query: string,
  settings: Parameters<typeof findSettings>[0],
): Promise<unknown> {
  using root = makeManualRoot(PAGES);
  const finder = setUpFinder(root.path, { settings: settings ?? {} });
  const budget = { max_candidates: 8 };
  const params = ask(query, query.split(" ")[0] ?? "", { budget });
  const { trace_id } = await finder.find(params);
  const items = itemsOf(finder, trace_id);
  await finder.close();
  return items;
}

const LEXICAL = {
  number_context_bonus: "zebra table 7",
  code_exact_bonus: "zebra AB-123",
  definition_title_bonus: "what is a zebra",
  proximity_bonus_near: "zebra lion",
  proximity_bonus_far: "zebra lion",
  title_weight: "zebra",
} as const;

for (const [key, query] of Object.entries(LEXICAL)) {
  Deno.test(`manuals.lexical.${key} changes scores`, async () => {
    const before = await found(query, {});
    const after = await found(query, { lexical: { [key]: 9 } });
    assert.notDeepEqual(after, before);
  });
}

const FIND = {
  exploration_ratio: 1,
  exploration_min_candidates: 7,
  per_file_candidate_cap: 1,
} as const;

for (const [key, value] of Object.entries(FIND)) {
  Deno.test(`manuals.find.${key} changes what is listed`, async () => {
    const before = await found("common", {});
    const after = await found("common", { find: { [key]: value } });
    assert.notDeepEqual(after, before);
  });
}
