import assert from "node:assert/strict";
import {
  packageVersion,
  programDirectory,
  requirePackage,
} from "../../src/runtime/packages.ts";
import { makeManualRoot } from "../kit/manual_root.ts";

const FILES = {
  "node_modules/left/package.json":
    '{"version": "1.2.3", "main": "dist/left.js"}',
  "node_modules/left/dist/left.js": "module.exports = 7;",
};

Deno.test("a package is found by the path of a directory, and by its address", () => {
  using root = makeManualRoot(FILES);
  const { href } = new URL(`file://${root.path}/`);
  for (const directory of [root.path, href]) {
    assert.equal(requirePackage(directory, "left"), 7);
    assert.equal(packageVersion(directory, "left"), "1.2.3");
    assert.equal(requirePackage(directory, "right"), undefined);
  }
});

Deno.test("programDirectory() is an address, which no system reads otherwise", () => {
  const { href } = new URL("../../src/runtime/", import.meta.url);
  assert.equal(programDirectory(), href);
});
