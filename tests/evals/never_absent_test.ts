/**
 * What stands in the text is never called absent: on the project's own
 * documentation, in both of its languages, and on the small collection.
 */
import assert from "node:assert/strict";
import { bodyOf, codesIn } from "../../scripts/eval/codes.ts";
import type { Document } from "../../scripts/eval/collection.ts";
import { loadSmallSet } from "../../scripts/eval/small_set.ts";
import { ask, settle, setUpFinder } from "../kit/find_setup.ts";
import { makeManualRoot } from "../kit/manual_root.ts";

const WORDS = /(?<![\p{L}\p{N}_])[A-Za-z]{3,20}(?![\p{L}\p{N}_])/gu;
const MAX_TERMS = 400;

function documentation(): Document[] {
  const docs = new URL("../../docs/", import.meta.url);
  return [...Deno.readDirSync(docs)]
    .filter(({ name }) => name.endsWith(".md"))
    .map(({ name }) => ({
      path: name,
      // Long addresses, as of install buttons, hold encoded data, not words.
      text: Deno.readTextFileSync(new URL(name, docs))
        .replaceAll(/\(https:[^)\s]{100,}\)/g, "()"),
    }));
}

/** Terms as they stand in the texts, from all parts of them. */
function termsOf(documents: readonly Document[]): string[] {
  const words = documents.flatMap((document) =>
    bodyOf(document).match(WORDS) ?? []
  );
  const all = [...new Set([...codesIn(documents), ...words])];
  const step = Math.max(1, Math.floor(all.length / MAX_TERMS));
  return all.filter((_, i) => i % step === 0);
}

for (
  const [name, load] of [
    ["the documentation", () => Promise.resolve(documentation())],
    ["the small collection", async () => (await loadSmallSet()).documents],
  ] as const
) {
  Deno.test(`find() calls nothing absent that stands in ${name}`, async () => {
    const documents = await load();
    using root = makeManualRoot(
      Object.fromEntries(
        documents.map(({ path, text }) => [`guide/${path}`, text]),
      ),
    );
    settle(`${root.path}/guide`);
    const finder = setUpFinder(root.path, { settings: { refresh_ms: 60_000 } });
    const terms = termsOf(documents);
    assert.equal(terms.length > 100, true);
    for (const term of terms) {
      for (const written of [term, term.toUpperCase(), term.toLowerCase()]) {
        const { applied, summary } = await finder.find(
          ask(written, written, { use_cache: false }),
        );
        assert.deepEqual(applied.required_terms_missing, [], written);
        assert.equal(summary.candidates > 0, true, written);
      }
    }
    await finder.close();
  });
}
