import assert from "node:assert/strict";
import {
  hashName,
  linkPlace,
} from "../../../../src/manuals/search/local/index/link_place.ts";
import { LinkPlaces } from "../../../../src/manuals/search/lance/serve/link_places.ts";

const PLACES = new LinkPlaces([
  "content/en/docs/guide/index.md",
  "content/ja/docs/guide/index.md",
  "content/en/docs/guide/pods.md",
  "content/en/docs/other/pods.md",
  "content/en/docs/intro.md",
]);

function leadsTo(path: string, target: string): unknown {
  const place = linkPlace(path, target);
  return PLACES.of({ path, place, tokens: new Uint8Array() });
}

Deno.test("LinkPlaces() follows links beside a page, and from the top of a site", () => {
  const from = "content/en/docs/intro.md";
  const pods = { paths: ["content/en/docs/guide/pods.md"] };
  assert.deepEqual(leadsTo(from, "guide/pods.md"), pods);
  assert.deepEqual(leadsTo(from, "/docs/guide/pods/#top"), pods);
  assert.deepEqual(leadsTo(from, "/docs/guide/"), {
    paths: ["content/en/docs/guide/index.md"],
  });
  assert.deepEqual(leadsTo(from, "/nowhere/"), { paths: [] });
});

Deno.test("LinkPlaces() looks for a section in the page itself, or by its id", () => {
  const from = "content/en/docs/intro.md";
  assert.deepEqual(leadsTo(from, "#kept"), {
    paths: [from],
    id: hashName("kept"),
  });
});
