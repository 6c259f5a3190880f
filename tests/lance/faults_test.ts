import assert from "node:assert/strict";
import { GUIDE } from "../kit/guide.ts";
import { onDeno } from "../kit/launch.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { type Outcome, PATIENCE_MS } from "../kit/mcp_client.ts";
import type { Program } from "../kit/program.ts";
import {
  changeFormat,
  lanceLaunches,
  publishManuals,
  startReader,
} from "../kit/published.ts";
import { BUCKET, startS3 } from "../kit/s3_stand_in.ts";
import { until } from "../kit/within.ts";

const LAUNCH = onDeno();
const URI = `s3://${BUCKET}/manuals`;
// What LanceDB's own errors are made of.
const DEBUG_DUMP = /Error \{|source:|\/rust\/|registry\/src|lance-[a-z]+-\d/;

async function find(program: Program): Promise<Outcome> {
  return await program.call("manual_find", {
    ...{ manual_id: "guide", query: "restore a backup", use_cache: false },
    required_terms: ["restore"],
  });
}

/** A refusal in words for people. */
function assertSays(text: string | undefined, pattern: RegExp): void {
  assert.match(text ?? "", pattern);
  assert.doesNotMatch(text ?? "", DEBUG_DUMP);
}

Deno.test("wrong credentials are called that, by publisher and reader", async () => {
  using root = makeManualRoot(GUIDE);
  await using s3 = await startS3();
  // The stand-in knows names and does not check signatures.
  const env = { ...s3.env, AWS_ACCESS_KEY_ID: "NOBODY" };
  const to = { root: root.path, uri: URI };
  assert.equal(
    (await publishManuals(LAUNCH, { ...to, env: s3.env })).code,
    0,
  );
  const { code, stderr } = await publishManuals(LAUNCH, { ...to, env });
  assert.equal(code, 1);
  assertSays(stderr, /AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY/);
  await using reader = await startReader(LAUNCH, URI, env);
  const { failed, message } = await find(reader);
  assert.equal(failed, true);
  assertSays(message, /AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY/);
});

Deno.test("a bucket that is not there is called that, and so is one that vanished", async () => {
  using root = makeManualRoot(GUIDE);
  await using s3 = await startS3();
  const { env, directory } = s3;
  const missing = "s3://nothing-here/manuals";
  const { code, stderr } = await publishManuals(LAUNCH, {
    ...{ root: root.path, uri: missing, env },
  });
  assert.equal(code, 1);
  assertSays(stderr, /check that the bucket exists/);
  await using lost = await startReader(LAUNCH, missing, env);
  assertSays((await find(lost)).message, /check that the bucket exists/);

  const to = { root: root.path, uri: URI, env };
  assert.equal((await publishManuals(LAUNCH, to)).code, 0);
  await using early = await startReader(LAUNCH, URI, env);
  assert.equal((await find(early)).failed, false);
  await Deno.rename(`${directory}/${BUCKET}`, `${directory}/elsewhere`);
  await using late = await startReader(LAUNCH, URI, env);
  assertSays((await find(late)).message, /nothing is published|cannot be read/);
  // What it has read it has.
  assert.equal((await find(early)).failed, false);
  await Deno.rename(`${directory}/elsewhere`, `${directory}/${BUCKET}`);
  assert.equal((await find(late)).failed, false);
  assert.equal((await find(early)).failed, false);
});

Deno.test("a store that does not answer is said to, and is tried again", async () => {
  using root = makeManualRoot(GUIDE);
  const s3 = await startS3();
  const { env } = s3;
  await s3[Symbol.asyncDispose]();
  const { code, stderr } = await publishManuals(LAUNCH, {
    ...{ root: root.path, uri: URI, env },
  });
  assert.equal(code, 1);
  assertSays(stderr, /cannot be read.*AWS_ENDPOINT_URL/);
});

Deno.test("what another version published is refused with both versions, and old readers keep answering", async () => {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const to = { root: root.path, uri };
  assert.equal((await publishManuals(LAUNCH, to)).code, 0);
  await using old = await startReader(LAUNCH, uri);
  assert.equal((await find(old)).failed, false);
  await changeFormat(uri, "99.9");
  await using late = await startReader(LAUNCH, uri);
  assertSays((await find(late)).message, /another version .*format 99\.9/);
  assert.equal((await find(old)).failed, false);
  const again = await publishManuals(LAUNCH, to);
  assert.match(again.stdout, /"added": 29/);
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal((await find(late)).failed, false);
  assert.equal((await find(old)).failed, false);
  await Deno.remove(uri, { recursive: true });
});

Deno.test("an empty store is called that, on Deno and on Node", async () => {
  for (const launch of await lanceLaunches()) {
    const dir = await Deno.makeTempDir();
    await using empty = await startReader(launch, dir);
    assertSays((await find(empty)).message, /nothing is published.*publish/);
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a damaged store is called that; publishing repairs it, or tells how", async () => {
  using root = makeManualRoot({ ...GUIDE, "other/a.md": "# Other\n" });
  for (const part of ["", "/data", "/_indices", "/_versions"]) {
    const uri = await Deno.makeTempDir();
    const to = { root: root.path, uri };
    assert.equal((await publishManuals(LAUNCH, to)).code, 0);
    for (const { name } of Deno.readDirSync(uri)) {
      if (!name.startsWith("ormcp_manual_")) continue;
      await Deno.remove(`${uri}/${name}${part}`, { recursive: true });
    }
    await using reader = await startReader(LAUNCH, uri);
    assertSays((await find(reader)).message, /missing or damaged.*publish/);
    const { code, stderr } = await publishManuals(LAUNCH, to);
    assert.equal(code, 0, stderr);
    await until(
      PATIENCE_MS,
      "an answer from what was repaired",
      async () => !(await find(reader)).failed,
    );
    await Deno.remove(`${uri}/ormcp_manifest.lance/_versions`, {
      recursive: true,
    });
    const again = await publishManuals(LAUNCH, to);
    assert.equal(again.code, 1);
    assertSays(again.stderr, /damaged.*remove all of it/);
    await Deno.remove(uri, { recursive: true });
  }
});
