import assert from "node:assert/strict";
import {
  entrySize,
  ONCE,
  readOwnSections,
  writeEntry,
} from "../../../../../src/manuals/search/local/index/posting_list.ts";
import {
  addBody,
  addTitle,
} from "../../../../../src/manuals/search/local/index/packed_frequency.ts";

Deno.test("writeEntry() takes the bytes that entrySize() says, at every length", () => {
  const often = addTitle(addBody(addBody(0)));
  const distances = [1, 62, 63, 64, 65, 8190, 8191, 8192, 8193, 65_535];
  for (const distance of distances) {
    for (const packed of [ONCE, often]) {
      const bytes = new Uint8Array(8);
      const size = writeEntry(bytes, 0, distance, packed);
      assert.equal(size, entrySize(distance, packed), `${distance} ${packed}`);
      const sections = new Uint16Array(1);
      readOwnSections(bytes, 0, size, sections);
      assert.deepEqual([...sections], [distance - 1]);
    }
  }
});
