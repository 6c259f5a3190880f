import assert from "node:assert/strict";
import { ManualError } from "../../../../src/manuals/errors.ts";
import {
  connectStore,
  toStoreError,
} from "../../../../src/manuals/search/lance/connect.ts";
import {
  PUBLISHED_FORMAT,
  readManifest,
} from "../../../../src/manuals/search/lance/manifest.ts";
import { runtime } from "../../../../src/runtime/deno.ts";

const URI = "s3://bucket/manuals";

function faultOf(message: string): unknown {
  const { problem } = toStoreError(new Error(message), URI);
  return problem.kind === "store" ? problem.fault : problem.kind;
}

Deno.test("toStoreError() tells a refusal from an empty store and from silence", () => {
  assert.equal(
    faultOf("status 403 Forbidden: SignatureDoesNotMatch"),
    "denied",
  );
  assert.equal(faultOf("Generic S3 error: InvalidAccessKeyId"), "denied");
  assert.equal(faultOf("Table 'ormcp_manifest' was not found"), "empty");
  assert.equal(faultOf("NoSuchBucket: nothing by that name"), "empty");
  assert.equal(
    faultOf("error sending request: connection refused"),
    "unreachable",
  );
});

Deno.test("toStoreError() says it in one short line that names what to do", () => {
  const { message, code } = toStoreError(
    new Error(`a\nb ${"x".repeat(5000)}`),
    URI,
  );
  assert.equal(code, "not_found");
  assert.doesNotMatch(message, /\n/);
  assert.ok(message.length < 600);
  assert.match(message, /s3:\/\/bucket\/manuals.*AWS_ENDPOINT_URL/);
  assert.equal(toStoreError(new Error("AccessDenied"), URI).code, "forbidden");
});

Deno.test("connectStore() says what to install where the package is missing", async () => {
  const package_dir = await Deno.makeTempDir();
  await assert.rejects(
    connectStore({ uri: URI, package_dir }, runtime),
    (error) =>
      error instanceof ManualError &&
      /npm install @lancedb\/lancedb@\d+\.\d+\.\d+ apache-arrow@/
        .test(error.message) &&
      /package_dir/.test(error.message),
  );
  await Deno.remove(package_dir);
});

Deno.test("readManifest() refuses what another version published, and an empty store", () => {
  const manual = { table: "t", version: 1 };
  const of = (format: string, manuals: object): string =>
    JSON.stringify({ format, manuals, besides: [] });
  assert.throws(
    () => readManifest(URI, of("0.1", { manual })),
    /another version of this program \(format 0\.1, this version reads .*publish again/,
  );
  assert.throws(
    () => readManifest(URI, of(PUBLISHED_FORMAT, {})),
    /nothing is published/,
  );
  const { manuals } = readManifest(URI, of(PUBLISHED_FORMAT, { manual }));
  assert.deepEqual(Object.keys(manuals), ["manual"]);
});
