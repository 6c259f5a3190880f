import assert from "node:assert/strict";
import { PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { pause, until } from "../../../tests/kit/within.ts";
import {
  cached,
  expectPage,
  find,
  makeManual,
  MANUAL,
  manualEnv,
  openManual,
  REFRESH_MS,
} from "../manual.ts";
import type { ScenarioGroup, Stage } from "../scenario.ts";

const PAGES = 40;
const MANUALS = 60;
/** Sockets and the like come and go; an index file each would be more. */
const HANDLE_SLACK = 12;

async function open(
  { start }: Stage,
  env: Record<string, string>,
): Promise<Program> {
  const program = start(env);
  await openManual(program);
  return program;
}

async function writeTree(dir: string, word: string): Promise<void> {
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(`${dir}/page.md`, `# Page\n\nthe ${word} text\n`);
  for (const path of [`${dir}/page.md`, dir]) await Deno.utime(path, 7e8, 7e8);
}

async function hits(program: Program, word: string): Promise<boolean> {
  const { data } = await find(program, word);
  return JSON.stringify(data).includes("page.md");
}

/** Exchanges two trees of equal sizes and dates over and over. */
async function exchangeTrees(
  stage: Stage,
  refreshMs: number,
  rounds: number,
): Promise<void> {
  const root = `${stage.dir}/manuals`;
  const place = `${root}/${MANUAL}`;
  await writeTree(place, "apple");
  await writeTree(`${stage.dir}/other`, "peach");
  const program = await open(stage, {
    ...manualEnv(root, stage.dir),
    ORMCP_MANUALS_REFRESH_MS: String(refreshMs),
  });
  for (let round = 0; round < rounds; round++) {
    const [now, then] = round % 2 ? ["peach", "apple"] : ["apple", "peach"];
    assert.ok(await hits(program, now), `round ${round}: ${now}`);
    assert.ok(!await hits(program, then), `round ${round}: ${then}`);
    await Deno.rename(place, `${stage.dir}/aside`);
    await Deno.rename(`${stage.dir}/other`, place);
    await Deno.rename(`${stage.dir}/aside`, `${stage.dir}/other`);
    await pause(refreshMs);
  }
}

/** What grows with time: manuals, their files, and what is kept of them. */
export const MANUAL_GROWTH: ScenarioGroup = {
  title: "Manuals are many, moved or exchanged",
  scenarios: [
    {
      name: "many-manuals",
      sees: "right answers from each, and no more open files than before",
      async run(stage) {
        const root = await makeManual(stage.dir, 1);
        for (let i = 0; i < MANUALS; i++) {
          await writeTree(`${root}/m${i}`, `word${i}`);
        }
        const program = await open(stage, manualEnv(root, stage.dir));
        await expectPage(program, 0);
        const before = program.status().handles;
        for (let round = 0; round < 2; round++) {
          for (let i = 0; i < MANUALS; i++) {
            const word = `word${i}`;
            const { failed, data } = await program.call("manual_find", {
              ...{ manual_id: `m${i}`, query: word, required_terms: [word] },
            });
            assert.equal(failed, false, JSON.stringify(data));
            assert.match(JSON.stringify(data), /page\.md/, word);
          }
        }
        const after = program.status().handles;
        assert.ok(after <= before + HANDLE_SLACK, `${before}, then ${after}`);
        assert.equal(program.stderr, "");
      },
    },
    {
      name: "manuals-moved",
      sees: "right answers from the new place, and nothing of the old one",
      async run(stage) {
        const root = await makeManual(stage.dir, PAGES);
        const first = await open(stage, manualEnv(root, stage.dir));
        await expectPage(first, 7);
        await until(
          PATIENCE_MS,
          "the index",
          async () => (await cached(stage.dir)).length === 1,
        );
        const moved = `${stage.dir}/elsewhere`;
        await Deno.rename(root, moved);
        await Deno.remove(`${moved}/${MANUAL}/page7.md`);
        const second = await open(stage, manualEnv(moved, stage.dir));
        await expectPage(second, 8);
        const { data } = await find(second, "page7");
        assert.doesNotMatch(JSON.stringify(data), /page7\.md/);
        assert.equal(second.stderr, "");
      },
    },
    {
      name: "trees-exchanged",
      sees: "answers from the tree that is there, whatever its sizes and dates",
      run: (stage) => exchangeTrees(stage, REFRESH_MS, 6),
    },
    {
      name: "trees-exchanged-at-once",
      sees: "the same when that happens many times a second",
      run: (stage) => exchangeTrees(stage, 0, 40),
    },
    {
      name: "all-files-touched",
      sees:
        "right answers after the mode and the date of every file have changed",
      async run(stage) {
        const root = await makeManual(stage.dir, PAGES);
        const program = await open(stage, manualEnv(root, stage.dir));
        await expectPage(program, 7);
        for (let i = 0; i < PAGES; i++) {
          const path = `${root}/${MANUAL}/page${i}.md`;
          await Deno.chmod(path, 0o600);
          await Deno.utime(path, 8e8, 8e8);
        }
        await pause(REFRESH_MS);
        for (const page of [7, 8, 39]) await expectPage(program, page);
        assert.equal(program.stderr, "");
      },
    },
  ],
};
