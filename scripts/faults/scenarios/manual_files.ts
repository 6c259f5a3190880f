import assert from "node:assert/strict";
import { assertFailure, expectAnswer } from "../expect.ts";
import {
  expectPage,
  find,
  makeManual,
  MANUAL,
  manualEnv,
  openManual,
  REFRESH_MS,
  writePage,
} from "../manual.ts";
import { line, PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { type ScenarioGroup, Skipped, type Stage } from "../scenario.ts";
import { pause, until } from "../../../tests/kit/within.ts";

const PAGES = 60;

async function open(
  { dir, start }: Stage,
  pages = PAGES,
): Promise<{ program: Program; root: string }> {
  const root = await makeManual(dir, pages);
  const program = start(manualEnv(root, dir));
  await openManual(program);
  return { program, root };
}

/** Waits until a page is found; changes may take `manuals.refresh_ms`. */
async function eventually(
  program: Program,
  page: number,
  { word = `page${page}`, path = `page${page}.md` } = {},
): Promise<void> {
  await until(PATIENCE_MS, `${word} in ${path}`, async () => {
    const { data } = await find(program, word);
    return JSON.stringify(data).includes(path);
  });
}

/** Lets the index be of files that nobody has touched lately. */
async function settle(program: Program, root: string): Promise<void> {
  const yesterday = Date.now() / 1000 - 24 * 60 * 60;
  const manual = `${root}/${MANUAL}`;
  for (const { name } of Deno.readDirSync(manual)) {
    await Deno.utime(`${manual}/${name}`, yesterday, yesterday);
  }
  await Deno.utime(manual, yesterday, yesterday);
  await pause(REFRESH_MS);
  await expectPage(program, 1);
}

/** The files of the manuals are not what they were. */
export const MANUAL_FILES: ScenarioGroup = {
  title: "The manuals change or are missing",
  scenarios: [
    {
      name: "root-missing",
      sees: "`not_found`, naming the setting; the other tools work",
      async run({ dir, start }) {
        const program = start({ MANUALS_ROOT: `${dir}/nowhere` });
        const outcome = await program.call("manual_ls", {});
        assertFailure(outcome, "not_found", /manuals\.root|MANUALS_ROOT/);
        await expectAnswer(program);
      },
    },
    {
      name: "root-vanishes",
      sees: "`not_found` while it is away; answers when it is back",
      async run(stage) {
        const { program, root } = await open(stage);
        await expectPage(program, 3);
        await Deno.rename(root, `${root}.away`);
        await pause(REFRESH_MS);
        const outcome = await find(program, "page3");
        assertFailure(outcome, "not_found", /guide|root/);
        const read = { manual_id: MANUAL, path: "page3.md" };
        const scan = await program.call("manual_scan", read);
        assertFailure(scan, "not_found", /./);
        await Deno.rename(`${root}.away`, root);
        await eventually(program, 3);
        await expectAnswer(program);
      },
    },
    {
      name: "files-change",
      sees:
        "searches without an error while files come, change and go; then a new file, too",
      async run(stage) {
        const { program, root } = await open(stage);
        let busy = true;
        const changing = (async () => {
          for (let i = 0; busy; i++) {
            const page = i % PAGES;
            await writePage(root, PAGES + page, 3);
            const path = `${root}/${MANUAL}/page${page}.md`;
            if (i % 3 === 0) await Deno.remove(path).catch(() => undefined);
            else await writePage(root, page, 1 + i % 9);
            await pause(2);
          }
        })();
        const end = performance.now() + 3000;
        while (performance.now() < end) {
          const calls = Array.from({ length: 8 }, async (_, i) => {
            const { failed, data } = await find(program, `page${i * 7}`);
            assert.equal(failed, false, JSON.stringify(data));
          });
          const args = { manual_id: MANUAL, path: "page5.md" };
          const scan = await program.call("manual_scan", args);
          if (scan.failed) assert.equal(scan.reason, "not_found");
          await Promise.all(calls);
        }
        busy = false;
        await changing;
        await writePage(root, 9999);
        await eventually(program, 9999);
        assert.equal(program.stderr, "");
      },
    },
    {
      name: "files-change-at-rest",
      sees:
        "a file's new text, a new file and a new directory, though the index was long settled",
      async run(stage) {
        const { program, root } = await open(stage);
        const manual = `${root}/${MANUAL}`;
        await settle(program, root);
        await Deno.writeTextFile(`${manual}/page3.md`, "# Zebra\n\nzebra\n");
        await eventually(program, 3, { word: "zebra" });
        await settle(program, root);
        await writePage(root, 5000);
        await eventually(program, 5000);
        await settle(program, root);
        await Deno.mkdir(`${manual}/new`);
        await Deno.rename(`${manual}/page7.md`, `${manual}/new/page7.md`);
        await eventually(program, 7, { path: "new/page7.md" });
        assert.equal(program.stderr, "");
      },
    },
    {
      name: "file-vanishes",
      sees: "`not_found` for the file; it is found no more",
      async run(stage) {
        const { program, root } = await open(stage);
        await expectPage(program, 3);
        await Deno.remove(`${root}/${MANUAL}/page3.md`);
        const args = { manual_id: MANUAL, path: "page3.md" };
        const scan = await program.call("manual_scan", args);
        assertFailure(scan, "not_found", /page3\.md/);
        await until(PATIENCE_MS, "the change", async () => {
          const { data } = await find(program, "page3");
          return !JSON.stringify(data).includes("page3.md");
        });
      },
    },
    {
      name: "special-files",
      sees:
        "answers: a named pipe, a directory and a link in a circle are passed over",
      async run(stage) {
        if (Deno.build.os === "windows") throw new Skipped("needs mkfifo");
        const { program, root } = await open(stage, 5);
        const dir = `${root}/${MANUAL}`;
        const made = await new Deno.Command("mkfifo", {
          args: [`${dir}/pipe.md`],
        }).output();
        if (!made.success) throw new Skipped("cannot make a named pipe");
        await Deno.mkdir(`${dir}/folder.md`);
        await Deno.symlink("loop.md", `${dir}/loop.md`);
        await Deno.symlink("..", `${dir}/up`);
        await pause(REFRESH_MS);
        await expectPage(program, 3);
        for (const path of ["pipe.md", "folder.md", "loop.md"]) {
          const args = { manual_id: MANUAL, path };
          const { failed } = await program.call("manual_scan", args);
          assert.equal(failed, true, path);
        }
        await expectAnswer(program);
      },
    },
    {
      name: "flood-of-searches",
      sees:
        "300 searches at once, while the index is being built, are all answered, though as many others are cancelled",
      async run(stage) {
        const { program } = await open(stage, 400);
        const kept: Promise<void>[] = [];
        const cancelled: number[] = [];
        for (let page = 0; page < 300; page++) {
          kept.push(expectPage(program, page));
          const id = program.nextId();
          cancelled.push(id);
          const args = {
            manual_id: MANUAL,
            query: "reset",
            required_terms: ["reset"],
          };
          const params = { name: "manual_find", arguments: args };
          await program.write(line({ id, method: "tools/call", params }));
        }
        await Promise.all([program.cancel(...cancelled), ...kept]);
        await expectAnswer(program);
      },
    },
    {
      name: "cancelled-while-indexing",
      sees: "nothing for the cancelled search; the next one is answered",
      async run(stage) {
        const { program } = await open(stage, 400);
        const ids = Array.from({ length: 20 }, () => program.nextId());
        const args = {
          manual_id: MANUAL,
          query: "page7",
          required_terms: ["page7"],
        };
        const params = { name: "manual_find", arguments: args };
        await program.write(
          ids.map((id) => line({ id, method: "tools/call", params })).join(""),
        );
        await program.cancel(...ids);
        await expectPage(program, 7);
        await expectAnswer(program);
      },
    },
  ],
};
