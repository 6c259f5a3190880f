import assert from "node:assert/strict";
import {
  type Fault,
  startFakeOpenAI,
} from "../../../tests/kit/fake_openai/mod.ts";
import { expectAnswer, expectFailure, QUESTION } from "../expect.ts";
import type { Scenario, ScenarioGroup, Stage } from "../scenario.ts";

/** `OPENAI_MAX_RETRIES` is 2 in every scenario. */
const MAX_REQUESTS = 3;
const CALLS = 20;

function status(
  code: number,
  headers: Readonly<Record<string, string>> = {},
): { fault: Fault } {
  return { fault: { kind: "status", status: code, headers } };
}

/** Every request fails; when that is over, the next question is answered. */
async function storm(
  { api, start }: Stage,
  code: number,
  reason: string,
): Promise<void> {
  const program = start();
  api.always(status(code));
  await expectFailure(program, reason, new RegExp(String(code)));
  assert.equal(api.requests.length, MAX_REQUESTS);
  api.always({});
  await expectAnswer(program);
}

const storms: readonly Scenario[] = [
  {
    name: "storm-429",
    sees:
      "`rate_limited`, after `request.max_retries` further requests: wait, then ask again",
    run: (stage) => storm(stage, 429, "rate_limited"),
  },
  {
    name: "storm-500",
    sees: "`upstream_error` with the status, after the same number of requests",
    run: (stage) => storm(stage, 500, "upstream_error"),
  },
  {
    name: "storm-503",
    sees: "`upstream_error` with the status, after the same number of requests",
    run: (stage) => storm(stage, 503, "upstream_error"),
  },
];

/** Error statuses. */
export const BACKEND_STATUS: ScenarioGroup = {
  title: "The API answers with errors",
  scenarios: [
    ...storms,
    {
      name: "storm-passes",
      sees: "the answer, a little later; progress tells of each new attempt",
      async run({ api, start }) {
        const program = start();
        api.next(status(503), status(429));
        const id = program.nextId();
        const { failed } = await program.call("answer", QUESTION, id);
        assert.equal(failed, false);
        assert.equal(api.requests.length, MAX_REQUESTS);
        const told = program.progress.get(id)?.join("\n") ?? "";
        assert.match(told, /Trying again in \d+ s \(503\)/);
        assert.match(told, /Trying again in \d+ s \(429\)/);
      },
    },
    {
      name: "storm-crowd",
      sees:
        "each of many calls fails as one would: no call takes another's attempts",
      async run({ api, start }) {
        const program = start();
        api.always(status(503, { "retry-after-ms": "20" }));
        const calls = Array.from(
          { length: CALLS },
          () => expectFailure(program, "upstream_error", /503/),
        );
        await Promise.all(calls);
        assert.equal(api.requests.length, CALLS * MAX_REQUESTS);
        api.always({});
        await expectAnswer(program);
      },
    },
    {
      name: "retry-after-too-long",
      sees: "`rate_limited` at once, saying how long the server wants to wait",
      async run({ api, start }) {
        const program = start({ OPENAI_API_TIMEOUT: "60000" });
        api.next(status(429, { "retry-after": "3600" }));
        await expectFailure(program, "rate_limited", /wait 3600 s/);
        assert.equal(api.requests.length, 1);
        await expectAnswer(program);
      },
    },
    {
      name: "retry-after-nonsense",
      sees: "as without the header: the answer, after an ordinary wait",
      async run({ api, start }) {
        const program = start();
        api.next(
          status(429, { "retry-after": "soon" }),
          status(503, { "retry-after": "-5", "retry-after-ms": "NaN" }),
        );
        const { failed } = await program.call("answer", QUESTION);
        assert.equal(failed, false);
        assert.equal(api.requests.length, MAX_REQUESTS);
      },
    },
    {
      name: "quota",
      sees: "`rate_limited` at once, pointing at billing",
      async run({ api, start }) {
        const program = start();
        const error = { code: "insufficient_quota" };
        api.next({ fault: { kind: "status", status: 429, error } });
        await expectFailure(program, "rate_limited", /billing/);
        assert.equal(api.requests.length, 1);
        await expectAnswer(program);
      },
    },
    {
      name: "redirect",
      sees:
        "`upstream_error`, pointing at `openai.base_url`; nothing is sent to the other address",
      async run({ api, start }) {
        const program = start();
        await using other = startFakeOpenAI();
        const location = `${other.baseUrl}/responses`;
        api.next(status(307, { location }));
        await expectFailure(program, "upstream_error", /openai\.base_url/);
        assert.equal(other.requests.length, 0);
        await expectAnswer(program);
      },
    },
    {
      name: "key-echoed",
      sees: "`authentication`; the key is not repeated though the API does",
      async run({ api, start }) {
        const program = start({ DEBUG: "1" });
        api.next({ fault: { kind: "status", status: 401, echoKey: true } });
        const { data } = await expectFailure(
          program,
          "authentication",
          /OPENAI_API_KEY/,
        );
        assert.doesNotMatch(JSON.stringify(data), /sk-faults/);
        assert.equal(api.requests.length, 1);
        await expectAnswer(program);
      },
    },
  ],
};
