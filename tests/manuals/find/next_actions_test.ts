import assert from "node:assert/strict";
import { ask, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

/** The required terms of the `manual_find` that a search proposes. */
async function proposed(
  query: string,
  required: readonly string[],
): Promise<unknown> {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const { next_actions } = await finder.find(ask(query, required));
  return next_actions.find(({ type }) => type === "manual_find")?.params
    ?.required_terms;
}

Deno.test("nextActions() proposes the whole file to whoever wants everything", async () => {
  using root = makeManualRoot(GUIDE);
  const finder = setUpFinder(root.path);
  const first = async (query: string): Promise<unknown> =>
    (await finder.find(ask(query, "backup"))).next_actions[0]?.type;
  assert.equal(await first("every backup"), "manual_scan");
  assert.equal(await first("backup を全て"), "manual_scan");
  assert.equal(await first("backup"), "manual_hits");
});

Deno.test("nextActions() proposes another search only with terms that may help", async () => {
  const query = "restore a backup";
  assert.equal(await proposed(query, ["backup"]), undefined);
  assert.deepEqual(await proposed(query, ["backup", "xyzzy"]), ["backup"]);
  assert.deepEqual(await proposed(query, ["xyzzy"]), ["restore", "backup"]);
  // Each stands somewhere, but not together: asking again would not help.
  assert.equal(await proposed(query, ["restore", "proxy"]), undefined);
  // There is nothing else to require.
  assert.equal(await proposed("xyzzy", ["xyzzy"]), undefined);
});
