import assert from "node:assert/strict";
import { cannotLoad, whyNotLoaded } from "../src/lazy.ts";

Deno.test("whyNotLoaded() names the package and the cause, on one line", () => {
  const chain = [
    "Failed caching npm package 'yaml@2.9.1'",
    "    0: error sending request for url (https://registry.example/yaml.tgz)",
    "    1: client error (Connect)",
    "    2: Connection refused (os error 111)",
    "    at file:///somewhere/yaml_file.ts:10:8",
  ];
  assert.equal(
    whyNotLoaded(new TypeError(chain.join("\n"))),
    "Failed caching npm package 'yaml@2.9.1': Connection refused (os error 111)",
  );
  assert.equal(
    whyNotLoaded(new TypeError("Too many open files\n    at file:///x.ts:1:1")),
    "Too many open files",
  );
});

Deno.test("cannotLoad() says what helps: a registry within reach, or another try", () => {
  const ofNpm = cannotLoad(new Error("npm package 'openai' cannot be had"));
  assert.match(ofNpm.message, /openai.*; check that the npm registry can/);
  const other = cannotLoad(new Error("Too many open files"));
  assert.match(other.message, /open files; the next call tries again/);
});
