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
  ],
};
