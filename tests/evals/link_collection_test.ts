import assert from "node:assert/strict";
import { linkCollection } from "../../scripts/eval/link_collection.ts";
import { makeManualRoot } from "../kit/manual_root.ts";

/** What is asked of a directory: the text, the answer, what is left out. */
function askedOf(
  files: Readonly<Record<string, string>>,
): [text: string, answers: string[], exclude: string[]][] {
  using dir = makeManualRoot(files);
  return linkCollection(dir.path).queries
    .map(({ text, relevant, exclude }) =>
      [text, [...relevant.keys()], [...exclude]] as [string, string[], string[]]
    ).sort();
}

Deno.test("linkCollection() asks for pages by what links say of them", () => {
  const files = {
    "a/start.md":
      '# Start\n[Going home](../b/end.md#x "Title") ![a picture](../b/end.md)\n' +
      "[the way back](/b/end/) [elsewhere](https://example.com/)\n",
    "b/end.md": "# End\n[the start](/en/a/start)\n[my own page](end.md)\n",
    "c/index.md": "# Third\n[going home!](../b/end.md)\n",
    "notes.txt": "[plain text](b/end.md)\n",
  };
  assert.deepEqual(askedOf(files), [
    ["Going home", ["b/end.md"], ["a/start.md", "c/index.md"]],
    ["the way back", ["b/end.md"], ["a/start.md"]],
  ]);
});

Deno.test("linkCollection() leaves out what says several pages, or a heading", () => {
  const files = {
    "a.md": "# A\n[see here](b.md) [also](c.md) [or out](b.md)\n" +
      "[all the pruning shears](b.md) [pruning](b.md) [to the trees](b.md)\n",
    "b.md": "---\ntitle: Gardens\n---\n## Pruning\n## To\n[see here](c.md)\n",
    "c.md": "# C\n[or out](https://example.com/) [Of the gardens](b.md)\n",
  };
  assert.deepEqual(askedOf(files), [
    ["also", ["c.md"], ["a.md"]],
    ["to the trees", ["b.md"], ["a.md"]],
  ]);
});

Deno.test("linkCollection() takes two links to a page, the same each time", () => {
  const words = ["north", "south", "east", "west", "up and down"];
  const links = words.map((word) => `[${word}](b.md)`).join(" ");
  const files = { "a.md": `# A\n${links}\n`, "b.md": "# Target\n" };
  const [first, ...others] = [1, 2, 3].map(() => askedOf(files));
  assert.equal(first?.length, 2);
  for (const other of others) assert.deepEqual(other, first);
});

Deno.test("linkCollection() drops the links that say a query, and only those", () => {
  using dir = makeManualRoot({
    "a.md": "# A\n[the back door](b.md), [Target](b.md)\n",
    "b.md": "# Target\n",
  });
  const { documents } = linkCollection(dir.path);
  assert.equal(documents[0]?.text, "# A\nthe back door, [Target](b.md)\n");
});

Deno.test("linkCollection() tells that there is nothing to ask", () => {
  using dir = makeManualRoot({ "a.md": "# A\n" });
  assert.throws(() => linkCollection(dir.path), /No links to ask in/);
});
