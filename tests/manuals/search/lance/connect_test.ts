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

Deno.test("toStoreError() names the variables of LanceDB's own service for db://", () => {
  const textOf = (message: string): string =>
    toStoreError(new Error(message), "db://manuals").message;
  for (const message of ["status 401", "connection refused"]) {
    assert.match(textOf(message), /LANCEDB_API_KEY/);
    assert.doesNotMatch(textOf(message), /AWS_|bucket/);
  }
  assert.match(textOf("connection refused"), /LANCEDB_REGION/);
  assert.doesNotMatch(textOf("Table 'x' was not found"), /bucket/);
});

/** A package that tells what it is called with. */
async function fakePackage(): Promise<string> {
  const dir = await Deno.makeTempDir();
  const packages = {
    "@lancedb/lancedb":
      "exports.connect = async (...called) => ({ called, close() {} });",
    "apache-arrow": "",
  };
  for (const [name, script] of Object.entries(packages)) {
    await Deno.mkdir(`${dir}/node_modules/${name}`, { recursive: true });
    await Deno.writeTextFile(`${dir}/node_modules/${name}/index.js`, script);
  }
  return dir;
}

Deno.test("connectStore() hands LanceDB what the environment says, to each kind of store its own", async () => {
  const package_dir = await fakePackage();
  const variables: Readonly<Record<string, string>> = {
    LANCEDB_API_KEY: "the-key",
    LANCEDB_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "the-id",
    AWS_ENDPOINT_URL: "http://127.0.0.1:9",
  };
  const called = async (uri: string, env = variables): Promise<unknown> => {
    const { connection } = await connectStore({ uri, package_dir }, {
      ...runtime,
      env: (name) => env[name],
    });
    return "called" in connection ? connection.called : undefined;
  };
  assert.deepEqual(await called("db://manuals"), [
    "db://manuals",
    { apiKey: "the-key", region: "eu-west-1" },
  ]);
  assert.deepEqual(await called("db://manuals", {}), ["db://manuals", {}]);
  assert.deepEqual(await called("/some/where"), ["/some/where", {}]);
  const [uri, options] = await called(URI) as [string, {
    readonly storageOptions: Readonly<Record<string, string>>;
  }];
  assert.equal(uri, URI);
  const { storageOptions, ...others } = options;
  assert.deepEqual(others, {});
  assert.equal(storageOptions.aws_access_key_id, "the-id");
  assert.equal(storageOptions.aws_endpoint, "http://127.0.0.1:9");
  assert.equal(storageOptions.allow_http, "true");
  await Deno.remove(package_dir, { recursive: true });
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
