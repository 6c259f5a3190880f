import assert from "node:assert/strict";
import { expectAnswer, QUESTION } from "../expect.ts";
import { limitDescriptors } from "../limit_descriptors.ts";
import { canRun } from "../../../tests/kit/launch.ts";
import {
  expectPage,
  find,
  makeManual,
  manualEnv,
  openManual,
  REFRESH_MS,
  writePage,
} from "../manual.ts";
import { outcomeOf } from "../../../tests/kit/mcp_client.ts";
import {
  type Scenario,
  type ScenarioGroup,
  Skipped,
  type Stage,
} from "../scenario.ts";
import { pause, within } from "../../../tests/kit/within.ts";

const QUESTIONS = 300;
const DESCRIPTORS = 256;
/** A connection may be closed, and its descriptor be free again. */
const RESERVE = 10;

/** The machine gives no more. */
export const LIMITS: ScenarioGroup = {
  title: "The machine gives no more",
  scenarios: [
    {
      name: "few-descriptors",
      sees:
        "every one of 300 questions at once is answered with 256 descriptors, and the manuals afterwards",
      async run(stage) {
        if (Deno.build.os === "windows") throw new Skipped("needs ulimit");
        const { api, command, dir } = stage;
        const root = await makeManual(dir, 3);
        const limited = `ulimit -n ${DESCRIPTORS}; exec "$@"`;
        const program = stage.start(manualEnv(root, dir), {
          command: ["sh", "-c", limited, "sh", ...command, "--stdio"],
        });
        await program.request("ping");
        api.always({ delayMs: 200 });
        const params = { name: "answer", arguments: QUESTION };
        const answers = await program.burst(
          QUESTIONS,
          () => ({ method: "tools/call", params }),
        );
        const all = await within(90_000, "answers", Promise.all(answers));
        const failed = all.filter((each) => outcomeOf(each).failed);
        assert.equal(failed.length, 0, JSON.stringify(failed[0]));
        await openManual(program);
        await expectPage(program, 1);
        await expectAnswer(program);
      },
    },
    {
      name: "descriptors-exhausted",
      sees:
        "an answer or an error for each call while there are none left, and ordinary answers once there are",
      async run(stage) {
        if (!await canRun("prlimit")) throw new Skipped("needs prlimit");
        const { dir } = stage;
        const root = await makeManual(dir, 3);
        const program = stage.start(manualEnv(root, dir));
        await openManual(program);
        await expectPage(program, 1);
        await expectAnswer(program);
        await limitDescriptors(program.pid, program.status().handles - RESERVE);
        await writePage(root, 2, 9);
        for (let i = 0; i < 3; i++) {
          await program.call("answer", QUESTION);
          assert.equal((await program.call("manual_ls", {})).failed, true);
          await find(program, "page2");
        }
        await limitDescriptors(program.pid, DESCRIPTORS);
        await expectAnswer(program);
        await pause(REFRESH_MS);
        for (const page of [1, 2]) await expectPage(program, page);
      },
    },
    {
      name: "descriptors-exhausted-early",
      sees:
        "the same when there are none, or too few, before the tools have been loaded",
      async run(stage) {
        if (!await canRun("prlimit")) throw new Skipped("needs prlimit");
        const root = await makeManual(stage.dir, 3);
        for (const spare of [-RESERVE, 0, 1, 2, 3, 4]) {
          const program = stage.start(manualEnv(root, stage.dir));
          await program.request("ping");
          await limitDescriptors(program.pid, program.status().handles + spare);
          for (const name of ["manual_ls", "answer", "manual_ls"]) {
            const params = { name, arguments: QUESTION };
            await program.request("tools/call", params);
          }
          await limitDescriptors(program.pid, DESCRIPTORS);
          await openManual(program);
          await expectPage(program, 1);
          await expectAnswer(program);
          await program.dispose();
        }
      },
    },
    {
      name: "chunk-missing",
      sees:
        "an error that says what cannot be loaded while a part of the npm package is missing, and an ordinary answer once it is back",
      run: (stage) =>
        withoutChunks(stage, async (chunks) => {
          await Deno.rename(chunks, `${chunks}.away`);
          return () => Deno.rename(`${chunks}.away`, chunks);
        }),
    },
    ...["cut", "empty", "changed", "absent"].map((damage): Scenario => ({
      name: `chunk-${damage}`,
      sees: `the same when the chunks that others import are ${damage}`,
      run: (stage) =>
        withoutChunks(stage, async (chunks) => {
          const mended: (() => Promise<void>)[] = [];
          for await (const { name } of Deno.readDir(chunks)) {
            if (!name.startsWith("chunk-")) continue;
            const path = `${chunks}/${name}`;
            const whole = await Deno.readFile(path);
            mended.push(() => Deno.writeFile(path, whole));
            await harm(path, whole, damage);
          }
          return async () =>
            void await Promise.all(mended.map((mend) => mend()));
        }),
    })),
  ],
};

async function harm(
  path: string,
  whole: Uint8Array,
  damage: string,
): Promise<void> {
  if (damage === "absent") return await Deno.remove(path);
  const bytes = whole.slice(
    0,
    damage === "cut" ? whole.length >> 1 : undefined,
  );
  if (damage === "changed") bytes.fill(0x28, whole.length >> 1);
  await Deno.writeFile(path, damage === "empty" ? new Uint8Array() : bytes);
}

/** Harms the package under a server that has loaded the first of it only. */
async function withoutChunks(
  stage: Stage,
  harm: (chunks: string) => Promise<() => Promise<void>>,
): Promise<void> {
  const { dir, command: [node = "", index = ""] } = stage;
  // Deno reads modules that fail once no more: they load ahead instead.
  if (!index.endsWith("index.js")) throw new Skipped("needs chunks");
  const build = `${dir}/build`;
  await copy(index.replace(/[/\\][^/\\]*$/, ""), build);
  await Deno.writeTextFile(`${dir}/package.json`, '{"type":"module"}');
  const root = await makeManual(dir, 3);
  const program = stage.start(manualEnv(root, dir), {
    command: [node, `${build}/index.js`, "--stdio"],
  });
  await program.request("ping");
  const mend = await harm(`${build}/chunks`);
  for (let i = 0; i < 3; i++) {
    const { error } = await program.request("tools/list");
    assert.match(error?.message ?? "", /Cannot load a part of the program/);
  }
  await mend();
  await openManual(program);
  await expectPage(program, 1);
  await expectAnswer(program);
}

/** Copies a directory. */
async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
