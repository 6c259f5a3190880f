import assert from "node:assert/strict";
import { PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import { BUCKET } from "../../../tests/kit/s3_stand_in.ts";
import { pause, until } from "../../../tests/kit/within.ts";
import { expectAnswer } from "../expect.ts";
import { type FaultyS3, type Mood, startFaultyS3 } from "../faulty_s3.ts";
import { expectPage, find } from "../manual.ts";
import {
  assertSays,
  expectText,
  PublishedStage,
  readPage,
  REFRESH_MS,
} from "../published.ts";
import type { Program } from "../../../tests/kit/program.ts";
import type { Scenario, ScenarioGroup, Stage } from "../scenario.ts";

const PAGES = 20;
/** Longer than a call waits for a store that says nothing. */
const LONG_MS = 60_000;
const UNREACHABLE = /cannot be read.*AWS_ENDPOINT_URL/;

/** Manuals in a bucket, a server of them, and one that has not begun. */
async function serveFromS3(
  stage: Stage,
  s3: FaultyS3,
): Promise<{ store: PublishedStage; reader: Program }> {
  const uri = `s3://${BUCKET}/some/prefix`;
  const store = await PublishedStage.open(stage, PAGES, { uri, env: s3.env });
  await store.published();
  const reader = store.reader({ patienceMs: LONG_MS });
  await expectPage(reader, 3);
  await expectText(reader, 4);
  return { store, reader };
}

/** All is as before, for whoever was there and whoever was not. */
async function expectWell(readers: readonly Program[]): Promise<void> {
  for (const reader of readers) {
    await until(
      PATIENCE_MS,
      "an answer again",
      async () => !(await readPage(reader, 8)).failed,
    );
    await expectPage(reader, 9);
    await expectText(reader, 10);
    await expectAnswer(reader);
  }
}

/** What befalls S3 befalls whoever must fetch something, and nobody else. */
function s3Fault(
  mood: Mood,
  what: { readonly sees: string; readonly says: RegExp },
): Scenario {
  return {
    name: `published-s3-${mood}`,
    sees: what.sees,
    async run(stage) {
      await using s3 = await startFaultyS3();
      const { store, reader } = await serveFromS3(stage, s3);
      s3.become(mood);
      // What it has just looked at it does not look for again.
      await pause(REFRESH_MS);
      const late = store.reader({ patienceMs: LONG_MS });
      await Promise.all([
        (async () => {
          await expectPage(reader, 3);
          const read = await readPage(reader, 5);
          assert.equal(read.failed, true);
          assertSays(read.message, what.says);
          await expectAnswer(reader);
        })(),
        (async () => {
          assertSays((await find(late, "page3")).message, what.says);
          await expectAnswer(late);
        })(),
      ]);
      assert.match(reader.stderr, /going on with what was published before/);
      s3.become("well");
      await expectWell([reader, late]);
    },
  };
}

/** Where published manuals lie is not what it was. */
export const PUBLISHED_STORE: ScenarioGroup = {
  title: "Manuals are published, and the store fails",
  scenarios: [
    {
      name: "published-store-vanishes",
      sees:
        "what the server knows while the directory is away, and an error naming what to do for what it has to fetch; answers when it is back",
      async run(stage) {
        const store = await PublishedStage.open(stage, PAGES);
        await store.published();
        const reader = store.reader();
        await expectPage(reader, 3);
        await Deno.rename(store.uri, `${store.uri}.away`);
        await expectPage(reader, 3);
        const late = store.reader();
        const says = /nothing is published there.*manuals publish --to/;
        assertSays((await find(late, "page3")).message, says);
        await expectAnswer(late);
        await Deno.rename(`${store.uri}.away`, store.uri);
        await expectWell([reader, late]);
      },
    },
    s3Fault("refuses", {
      sees:
        "what a server knows while S3 refuses connections, and an error naming `AWS_ENDPOINT_URL` for the rest; answers when it is back",
      says: UNREACHABLE,
    }),
    s3Fault("hangs", {
      sees:
        "the same, within a minute, when S3 takes requests and says nothing",
      says: /no answer.*AWS_ENDPOINT_URL/,
    }),
    s3Fault("cuts", {
      sees: "the same when S3 breaks off each answer",
      says: UNREACHABLE,
    }),
    s3Fault(500, {
      sees: "the same when S3 answers 500; the error has S3's own word for it",
      says: /InternalError.*AWS_ENDPOINT_URL/,
    }),
    s3Fault(403, {
      sees:
        "the same when S3 answers 403; the error names the variables of the credentials",
      says: /access is denied.*AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY/,
    }),
    {
      name: "published-s3-dies-mid-query",
      sees:
        "each of the calls in flight has one answer or error when S3 dies under them, and the next ones are answered when it is back",
      async run(stage) {
        await using s3 = await startFaultyS3();
        const { reader } = await serveFromS3(stage, s3);
        for (let round = 0; round < 3; round++) {
          s3.become("hangs");
          const calls = Array.from(
            { length: 10 },
            (_, i) => readPage(reader, (i + 7 * round) % PAGES),
          );
          await until(PATIENCE_MS, "requests", () => s3.held > 0);
          // What is under way is cut off.
          s3.become("well");
          await Promise.all(calls);
        }
        await expectWell([reader]);
        assert.equal(reader.waiting, 0);
      },
    },
    {
      name: "published-s3-hangs-at-the-end",
      sees:
        "the server ends by SIGTERM, and a publisher by a second Ctrl+C, though S3 says nothing",
      async run(stage) {
        await using s3 = await startFaultyS3();
        const { store, reader } = await serveFromS3(stage, s3);
        s3.become("hangs");
        readPage(reader, 5).catch(() => undefined);
        const publisher = await store.start();
        await until(PATIENCE_MS, "requests", () => s3.held > 1);
        reader.kill("SIGTERM");
        assert.equal((await reader.exit()).code, 143);
        for (let i = 0; i < 2; i++) {
          publisher.kill("SIGINT");
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        const { code, stderr } = await publisher.done;
        assert.equal(code, 130, stderr);
        assert.match(stderr, /once more to end now/);
      },
    },
  ],
};
