import assert from "node:assert/strict";
import { expectAnswer, QUESTION } from "../expect.ts";
import { expectPage, makeManual, manualEnv, openManual } from "../manual.ts";
import { line, outcomeOf } from "../../../tests/kit/mcp_client.ts";
import { type ScenarioGroup, Skipped } from "../scenario.ts";
import { within } from "../../../tests/kit/within.ts";

const QUESTIONS = 300;
const DESCRIPTORS = 256;

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
        const ids = Array.from({ length: QUESTIONS }, () => program.nextId());
        const answers = ids.map((id) => program.answerTo(id));
        await program.write(
          ids.map((id) => line({ id, method: "tools/call", params })).join(""),
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
      name: "chunk-missing",
      sees:
        "an error that says what cannot be loaded while a part of the package is missing, and an ordinary answer once it is back",
      async run(stage) {
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
        await Deno.rename(`${build}/chunks`, `${build}/away`);
        for (let i = 0; i < 3; i++) {
          const { error } = await program.request("tools/list");
          assert.match(error?.message ?? "", /Cannot load a part of the prog/);
        }
        await Deno.rename(`${build}/away`, `${build}/chunks`);
        await openManual(program);
        await expectPage(program, 1);
        await expectAnswer(program);
      },
    },
  ],
};

/** Copies a directory. */
async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
