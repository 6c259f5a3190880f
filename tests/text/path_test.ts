import assert from "node:assert/strict";
import { directoryOf } from "../../src/text/path.ts";

Deno.test("directoryOf() gives the folder of a file", () => {
  assert.equal(directoryOf("/a/b.yaml"), "/a");
  assert.equal(directoryOf("/b.yaml"), "/");
  assert.equal(directoryOf("C:\\a\\b.yaml"), "C:\\a");
  assert.equal(directoryOf("b.yaml"), ".");
});
