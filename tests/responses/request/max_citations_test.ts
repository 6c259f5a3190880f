import assert from "node:assert/strict";
import { loadConfig } from "../../../src/config/load.ts";
import { answerRequest } from "../../../src/responses/request/answer_request.ts";
import { irisRequest } from "../../../src/responses/request/iris_request.ts";
import { withYaml } from "../../kit/with_yaml.ts";

type Caps = [answer: number, detailed: number, quick: number, iris: number];

/** The caps of the tools under some configuration. */
async function capsWith(
  yaml: string,
  env: Record<string, string> = {},
): Promise<Caps> {
  const { config } = await loadConfig(withYaml(yaml, env));
  const context = { settings: config, policy: "", today: "2026-11-16" };
  const [answer = 0, detailed = 0, quick = 0] =
    (["answer", "answer_detailed", "answer_quick"] as const).map((name) =>
      answerRequest({ query: "q" }, name, context).reading.maxCitations
    );
  const iris = irisRequest({ input: "q", model: "m" }, context);
  return [answer, detailed, quick, iris.reading.maxCitations];
}

const ANSWER = "answer: { model: m }";
const DETAILED = "answer_detailed: { model: m, max_citations: 4 }";

Deno.test("a profile's cap wins over the one for all, and that over the tool's own", async () => {
  const cases: [string, Record<string, string>, Caps][] = [
    ["", {}, [3, 10, 3, 3]],
    ["", { MAX_CITATIONS: "5" }, [5, 5, 5, 5]],
    ["", { MAX_CITATIONS: "3" }, [3, 3, 3, 3]],
    ["policy: { max_citations: 3 }", {}, [3, 3, 3, 3]],
    [
      "",
      {
        MAX_CITATIONS: "5",
        ORMCP_MODEL_PROFILES_ANSWER_DETAILED_MAX_CITATIONS: "8",
      },
      [5, 8, 5, 5],
    ],
    // Profiles in YAML do not take the tool's own value away.
    [`model_profiles: { ${ANSWER} }`, {}, [3, 10, 3, 3]],
    [`model_profiles: { ${ANSWER} }`, { MODEL_DETAILED: "n" }, [3, 10, 3, 3]],
    [`model_profiles: { ${ANSWER} }`, { MAX_CITATIONS: "3" }, [3, 3, 3, 3]],
    [`model_profiles: { ${ANSWER}, ${DETAILED} }`, {}, [3, 4, 3, 3]],
    [
      `model_profiles: { ${ANSWER}, ${DETAILED} }`,
      { MAX_CITATIONS: "2" },
      [2, 4, 2, 2],
    ],
    [
      "model_profiles: { answer: { model: m, max_citations: 7 } }",
      { MAX_CITATIONS: "2" },
      [7, 7, 7, 7],
    ],
  ];
  for (const [yaml, env, caps] of cases) {
    assert.deepEqual(
      await capsWith(yaml, env),
      caps,
      JSON.stringify([yaml, env]),
    );
  }
});

Deno.test("a profile's cap that cannot be used is an error with its place", async () => {
  await assert.rejects(
    capsWith("model_profiles: { answer: { model: m, max_citations: 11 } }"),
    /:1:39: model_profiles\.answer\.max_citations is 11, wanted a whole number from 1 to 10/,
  );
});
