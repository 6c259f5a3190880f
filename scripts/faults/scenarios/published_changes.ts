import assert from "node:assert/strict";
import { canRun } from "../../../tests/kit/launch.ts";
import { PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { BUCKET } from "../../../tests/kit/s3_stand_in.ts";
import { walk } from "../../../tests/kit/walk.ts";
import { until } from "../../../tests/kit/within.ts";
import { expectAnswer } from "../expect.ts";
import { startFaultyS3 } from "../faulty_s3.ts";
import { limitDescriptors } from "../limit_descriptors.ts";
import { expectPage, find, MANUAL, writePage } from "../manual.ts";
import { mountTmpfs } from "../mount.ts";
import {
  assertSays,
  expectText,
  PublishedStage,
  readPage,
} from "../published.ts";
import { type ScenarioGroup, Skipped } from "../scenario.ts";
import { damageFiles } from "../damage_files.ts";

const PAGES = 20;
/** So many that a publisher is at work for a while. */
const MANY = 1500;
const DESCRIPTORS = 1024;
const INSTALL = /npm install @lancedb\/lancedb@\S+ apache-arrow@\S+/;

/** Waits until a page is found. */
async function eventually(reader: Program, page: number): Promise<void> {
  await until(PATIENCE_MS, `page${page}`, async () => {
    const { data } = await find(reader, `page${page}`);
    return JSON.stringify(data).includes(`page${page}.md`);
  });
}

/** Writes more pages, and waits until a publisher has begun to write them. */
async function publishMany(
  store: PublishedStage,
): ReturnType<PublishedStage["start"]> {
  for (let i = PAGES; i < MANY; i++) await writePage(store.root, i);
  const before = walk(store.uri).length;
  const publisher = await store.start();
  await until(
    PATIENCE_MS,
    "the first rows",
    () => walk(store.uri).length > before + 3,
  );
  return publisher;
}

/** Gives every page the same mark, so that a mix of two states shows. */
async function mark(root: string, state: number): Promise<void> {
  for (let i = 0; i < PAGES; i++) {
    await Deno.writeTextFile(
      `${root}/${MANUAL}/page${i}.md`,
      `# State ${state}\n\nA gazebo, page ${i} of state${state}.\n`,
    );
  }
}

/** The states of the pages that one search finds. */
async function statesFound(reader: Program): Promise<Set<string>> {
  const { failed, data } = await reader.call("manual_find", {
    ...{ manual_id: MANUAL, query: "gazebo", required_terms: ["gazebo"] },
    use_cache: false,
  });
  assert.equal(failed, false, JSON.stringify(data));
  const states = JSON.stringify(data).match(/State \d+/g) ?? [];
  assert.ok(states.length > 1, JSON.stringify(data));
  return new Set(states);
}

/** Puts manuals where they are served while something goes wrong. */
export const PUBLISHED_CHANGES: ScenarioGroup = {
  title: "Manuals are published while something goes wrong",
  scenarios: [
    {
      name: "published-while-asked",
      sees:
        "each search in flight is answered from one publication, never from a mix of two; soon from the new one",
      async run(stage) {
        const store = await PublishedStage.open(stage, 0);
        await mark(store.root, 0);
        await store.published();
        const reader = store.reader();
        await statesFound(reader);
        for (let state = 1; state <= 3; state++) {
          await mark(store.root, state);
          const publisher = await store.start();
          let busy = true;
          publisher.done.then(() => busy = false);
          while (busy) {
            const all = await Promise.all(
              Array.from({ length: 4 }, () => statesFound(reader)),
            );
            for (const found of all) {
              assert.equal(found.size, 1, [...found].join());
            }
          }
          assert.equal((await publisher.done).code, 0);
          await until(
            PATIENCE_MS,
            "the new publication",
            async () => (await statesFound(reader)).has(`State ${state}`),
          );
        }
      },
    },
    {
      name: "published-publisher-killed",
      sees:
        "what was published before, right to the page, when a publisher is killed at work; the next one takes over by itself",
      async run(stage) {
        const store = await PublishedStage.open(stage, PAGES);
        await store.published();
        const reader = store.reader();
        await expectPage(reader, 3);
        const killed = await publishMany(store);
        killed.kill();
        await killed.done;
        for (let page = 0; page < PAGES; page++) await expectPage(reader, page);
        await expectText(reader, 3);
        const unpublished = await readPage(reader, PAGES);
        assert.match(unpublished.message ?? "", /Cannot find/);
        const { stderr } = await store.published();
        assert.match(stderr, /another publication is under way; waiting/);
        await eventually(reader, MANY - 1);
      },
    },
    {
      name: "published-publisher-interrupted",
      sees:
        "what was published before, after Ctrl+C or SIGTERM; the next publisher begins at once",
      async run(stage) {
        const store = await PublishedStage.open(stage, PAGES);
        await store.published();
        const reader = store.reader();
        await expectPage(reader, 3);
        for (
          const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const
        ) {
          const publisher = await publishMany(store);
          publisher.kill(signal);
          const done = await publisher.done;
          assert.equal(done.code, code, done.stderr);
          assert.match(done.stderr, /interrupted: nothing was published/);
          await expectPage(reader, 5);
          assert.equal((await readPage(reader, PAGES)).failed, true);
        }
        const { stderr } = await store.published();
        assert.equal(stderr, "");
        await eventually(reader, MANY - 1);
      },
    },
    {
      name: "published-twice-at-once",
      sees:
        "two publishers at once take turns, on a stand-in for S3: what either published is there",
      async run(stage) {
        await using s3 = await startFaultyS3();
        const store = await PublishedStage.open(stage, PAGES, {
          ...{ uri: `s3://${BUCKET}/twice`, env: s3.env },
        });
        await store.published();
        const reader = store.reader();
        await expectPage(reader, 3);
        for (const name of ["one", "two"]) {
          await Deno.mkdir(`${store.root}/${name}`);
          await Deno.writeTextFile(`${store.root}/${name}/a.md`, `# ${name}\n`);
        }
        await Promise.all(
          ["one", "two"].map((name) => store.published({ args: [name] })),
        );
        await until(PATIENCE_MS, "both", async () => {
          const { data } = await reader.call("manual_ls", {});
          const items = data.items as { id: string }[];
          return items.map(({ id }) => id).join() === `${MANUAL},one,two`;
        });
        await expectPage(reader, 5);
      },
    },
    {
      name: "published-file-damaged",
      sees:
        "the right answer, or an error saying to publish again, whichever file of the store is cut or gone; a publication of what changed repairs it, or says how",
      run: damageFiles,
    },
    {
      name: "published-disk-full",
      sees:
        "exit code 1 and an error that names the space when the store's disk is full; servers go on, and the next publication succeeds once there is room",
      async run(stage) {
        await using _ = await mountTmpfs(`${stage.dir}/store`, "size=2m");
        const store = await PublishedStage.open(stage, PAGES);
        await store.published();
        const reader = store.reader();
        await expectPage(reader, 3);
        const filler = `${store.uri}/filler`;
        await Deno.writeFile(filler, new Uint8Array(2 ** 21)).catch(
          () => undefined,
        );
        await writePage(store.root, PAGES, 200);
        const { code, stderr } = await store.publish();
        assert.equal(code, 1);
        assertSays(stderr, /No space left.*space left/);
        await expectPage(reader, 5);
        await expectText(reader, 6);
        await Deno.remove(filler);
        await store.published();
        await eventually(reader, PAGES);
      },
    },
    {
      name: "published-descriptors-exhausted",
      sees:
        "an answer or an error for each call while the server has no descriptors left, and ordinary answers once it has",
      async run(stage) {
        if (!await canRun("prlimit")) throw new Skipped("needs prlimit");
        const store = await PublishedStage.open(stage, PAGES);
        await store.published();
        const reader = store.reader();
        await expectPage(reader, 3);
        await limitDescriptors(reader.pid, reader.status().handles);
        for (let page = 4; page < 10; page++) {
          await Promise.all([
            readPage(reader, page),
            find(reader, `page${page}`),
          ]);
        }
        await limitDescriptors(reader.pid, DESCRIPTORS);
        for (let page = 4; page < 10; page++) {
          await eventually(reader, page);
          await expectText(reader, page);
        }
        await expectAnswer(reader);
      },
    },
    {
      name: "published-package-missing",
      sees:
        "an error with the exact command to run, publishing and serving, where LanceDB is missing or of another version; the next call is answered once it is there",
      async run(stage) {
        const store = await PublishedStage.open(stage, PAGES);
        await store.published();
        const packageDir = `${stage.dir}/packages`;
        const modules = `${packageDir}/node_modules`;
        await Deno.mkdir(packageDir);
        const expectRefused = async (): Promise<Program> => {
          const { code, stderr } = await store.publish({ packageDir });
          assert.equal(code, 1);
          assertSays(stderr, INSTALL);
          const reader = store.reader({ packageDir });
          assertSays((await find(reader, "page3")).message, INSTALL);
          await expectAnswer(reader);
          return reader;
        };
        const early = await expectRefused();
        const old = `${modules}/@lancedb/lancedb`;
        await Deno.mkdir(`${old}/dist`, { recursive: true });
        await Deno.writeTextFile(`${old}/dist/index.js`, "");
        const about = { version: "0.27.0", main: "dist/index.js" };
        await Deno.writeTextFile(`${old}/package.json`, JSON.stringify(about));
        await expectRefused();
        await Deno.remove(modules, { recursive: true });
        await Deno.symlink(`${store.parts.packageDir}/node_modules`, modules);
        await expectPage(early, 3);
      },
    },
    {
      name: "published-by-another-version",
      sees:
        "an error with both versions, serving and publishing single manuals; publishing all writes the store anew",
      async run(stage) {
        const store = await PublishedStage.open(stage, PAGES);
        await store.published();
        const old = store.reader();
        await expectPage(old, 3);
        await store.changeFormat("99.9");
        const reader = store.reader();
        const says = /another version .*format 99\.9, this version reads/;
        assertSays((await find(reader, "page3")).message, says);
        const { code, stderr } = await store.publish({ args: [MANUAL] });
        assert.equal(code, 1);
        assertSays(stderr, says);
        await expectPage(old, 5);
        await store.published();
        await expectPage(reader, 3);
        await eventually(old, 6);
      },
    },
  ],
};
