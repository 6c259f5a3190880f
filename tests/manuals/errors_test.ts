import assert from "node:assert/strict";
import { ManualError } from "../../src/manuals/errors.ts";
import type { StoreFault } from "../../src/manuals/problem.ts";
import { oneOf } from "../../src/manuals/problem_text.ts";
import { skippedText } from "../../src/manuals/skipped_text.ts";

function storeError(
  uri: string,
  fault: StoreFault,
  detail?: string,
): ManualError {
  const more = detail !== undefined && { detail };
  return new ManualError({ kind: "store", uri, fault, ...more });
}

Deno.test("ManualError() tells what is not allowed from what is not there", () => {
  const rootCode = (fault: "denied" | "missing"): string =>
    new ManualError({ kind: "root", root: "/m", fault }).code;
  assert.equal(rootCode("denied"), "forbidden");
  assert.equal(rootCode("missing"), "not_found");
  assert.equal(storeError("s3://b", "denied").code, "forbidden");
  assert.equal(storeError("s3://b", "empty").code, "not_found");
});

Deno.test("ManualError() names the credentials of the place that it is about", () => {
  const denied = (uri: string): string => storeError(uri, "denied").message;
  assert.match(denied("db://team"), /LANCEDB_API_KEY/);
  assert.match(denied("s3://bucket/m"), /AWS_ACCESS_KEY_ID/);
  assert.match(denied("/srv/m"), /check who may read and write there/);
});

Deno.test("ManualError() says what a store said, where it said anything", () => {
  const damaged = (detail?: string): string =>
    storeError("/srv/m", "damaged", detail).message;
  assert.match(damaged("no manifest"), /missing or damaged \(no manifest\);/);
  assert.match(damaged(), /missing or damaged;/);
});

Deno.test("ManualError() ends where there is no more to say", () => {
  const { message } = new ManualError({ kind: "missingPath", path: "a.md" });
  assert.equal(message, 'Cannot find "a.md"');
});

Deno.test("oneOf() names twenty, and counts the others", () => {
  const names = Array.from({ length: 21 }, (_, i) => `m${i}`);
  assert.match(oneOf(names) ?? "", /^there are "m0", .*"m19" and 1 more$/);
  assert.match(oneOf(names.slice(1)) ?? "", /"m20"$/);
  assert.equal(oneOf(["a"]), 'there is "a"');
});

Deno.test("skippedText() tells of each reason by itself", () => {
  assert.equal(skippedText([]), "");
  assert.equal(
    skippedText([
      { reason: "in_root", ending: ".md", count: 2 },
      { reason: "other_format", ending: ".docx", count: 1 },
      { reason: "other_format", ending: ".pdf", count: 3 },
      { reason: "undecodable", ending: ".txt", count: 1 },
    ]),
    "in no manual: 2 .md directly in the root: move them into a directory of " +
      "it; not read: 1 .docx and 3 .pdf; not decodable: 1 .txt",
  );
});
