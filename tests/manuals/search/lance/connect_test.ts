import assert from "node:assert/strict";
import { ManualError } from "../../../../src/manuals/errors.ts";
import {
  connectStore,
  toStoreError,
} from "../../../../src/manuals/search/lance/connect.ts";
import {
  PUBLISHED_FORMAT,
  readManifest,
  tablesIn,
} from "../../../../src/manuals/search/lance/manifest.ts";
import { LANCEDB_VERSION } from "../../../../src/manuals/problem_text.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import { fakeLanceDb } from "../../../kit/fake_lancedb.ts";

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
  for (
    const lost of [
      "Table 'ormcp_manual_7' was not found",
      "lance error: LanceError(IO): Wrapped error: Not found: /a/b.lance",
      "lance error: LanceError(IO): file size is too small",
      "lance error: LanceError(IO): Generic LocalFileSystem error: failed to fill whole buffer, /rustc/function.rs:250:5",
      "lance error: LanceError(IO): failed to decode Protobuf message: Schema.fields: invalid wire type value: 7",
      "lance error: Encountered corrupt file data block: cannot append selection",
      "lance error: Encountered corrupt file b/_versions/18.manifest: Invalid format: magic number does not match",
      "lance error: LanceError(Arrow): expected ident at line 1 column 222, /x",
    ]
  ) assert.equal(faultOf(lost), "damaged");
});

Deno.test("toStoreError() tells what the system or the store said, and no more", () => {
  const detailOf = (message: string): unknown => {
    const { problem } = toStoreError(new Error(message), "/store");
    return problem.kind === "store" && problem.detail;
  };
  assert.equal(
    detailOf(
      "lance error: LanceError(IO): No space left on device (os error 28), /usr/lance/structural.rs:188:9  Caused by: LanceError(IO): No space left",
    ),
    "No space left on device (os error 28)",
  );
  const dump = (inner: string): string =>
    `Invalid input, Failed to connect to namespace: IO { source: Generic { uri: Some(http://me:hidden@127.0.0.1:9/b), inner: ${inner} } }`;
  assert.equal(
    detailOf(dump('Os { code: 111, message: "Connection refused" }')),
    "Connection refused",
  );
  assert.equal(
    detailOf(
      dump(
        'Status { status: 403, body: Some("<Error><Code>InvalidAccessKeyId</Code><AWSAccessKeyId>HIDDEN</AWSAccessKeyId>") }',
      ),
    ),
    "InvalidAccessKeyId",
  );
  assert.doesNotMatch(String(detailOf(dump("Some(Thing)"))), /hidden/);
  assert.equal(
    detailOf(
      "Failed to get next batch from stream: lance error: LanceError(IO): Generic N/A error: LanceError(IO): Generic S3 error: Error performing GET http://127.0.0.1:9/b/0011.lance in 286.18763ms, after 2 retries, max_retries: 2, retry_timeout: 8s  - HTTP error: error sending request, /rustc/2d81/result.rs:1896:29",
    ),
    "error sending request",
  );
});

Deno.test("toStoreError() gives advice for the kind of place that a store is", () => {
  const { message } = toStoreError(new Error("permission denied"), "/store");
  assert.match(message, /who may read and write there/);
  assert.doesNotMatch(message, /AWS/);
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

Deno.test("connectStore() hands LanceDB what the environment says, to each kind of store its own", async () => {
  const package_dir = await fakeLanceDb();
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

Deno.test("connectStore() takes variables without the line end of a file, and none that cannot be sent", async () => {
  const package_dir = await fakeLanceDb();
  const connect = (env: Readonly<Record<string, string>>): Promise<unknown> =>
    connectStore({ uri: URI, package_dir }, {
      ...runtime,
      env: (name) => env[name],
    }).then(({ connection }) => JSON.stringify(connection));
  assert.match(
    String(await connect({ AWS_ACCESS_KEY_ID: "the-id\n" })),
    /"aws_access_key_id":"the-id"/,
  );
  const unusable = {
    AWS_SECRET_ACCESS_KEY: "sec\nret",
    AWS_ENDPOINT_URL: "127.0.0.1:9",
    AWS_ENDPOINT_URL_S3: "http://[::bad",
  };
  for (const [name, value] of Object.entries(unusable)) {
    await assert.rejects(
      connect({ [name]: value }),
      ({ message }) =>
        message.includes(`${name} cannot be used`) &&
        !message.includes(value),
    );
  }
  await Deno.remove(package_dir, { recursive: true });
});

Deno.test("connectStore() refuses places that are not tested, and shows no password", async () => {
  const package_dir = await fakeLanceDb();
  const uris = [
    ...["gs://bucket/x", "memory://x", "http://host/x", "s3:/bucket", "s3://"],
    "s3://user:hidden@bucket/x",
  ];
  for (const uri of uris) {
    await assert.rejects(
      connectStore({ uri, package_dir }, runtime),
      ({ message }) =>
        /neither a directory nor s3:/.test(message) &&
        !message.includes("hidden"),
    );
  }
  await Deno.remove(package_dir, { recursive: true });
});

Deno.test("connectStore() wants the version that was tested, up to its patches", async () => {
  const [major, minor] = LANCEDB_VERSION.split(".").map(Number);
  const connect = async (version: string): Promise<unknown> => {
    const package_dir = await fakeLanceDb({ version });
    return await connectStore({ uri: "/x", package_dir }, runtime)
      .finally(() => Deno.remove(package_dir, { recursive: true }));
  };
  await connect(`${major}.${minor}.99`);
  for (const other of [-1, 1]) {
    const version = `${major}.${Number(minor) + other}.0`;
    await assert.rejects(
      connect(version),
      ({ message }) =>
        message.includes(`version ${version} is`) &&
        message.includes(`npm install @lancedb/lancedb@${LANCEDB_VERSION}`),
    );
  }
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

Deno.test("readManifest() refuses what another version published, whatever that is", () => {
  const manual = { table: "ormcp_manual_1-a", version: 1 };
  const other = JSON.stringify({ format: "0.1", all: [manual] });
  assert.throws(
    () => readManifest(URI, other),
    /another version of this program \(format 0\.1, this version reads .*publish again/,
  );
  assert.deepEqual([...tablesIn(other)], ["ormcp_manual_1-a"]);
  const { manuals } = readManifest(
    URI,
    JSON.stringify({ format: PUBLISHED_FORMAT, manuals: { manual } }),
  );
  assert.deepEqual(Object.keys(manuals), ["manual"]);
});
