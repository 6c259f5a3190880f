import assert from "node:assert/strict";
import { Callers } from "../../../src/mcp/http/callers.ts";
import { Secret } from "../../../src/mcp/http/secret.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { answerIn, failureIn, setUp } from "../../kit/answer_setup.ts";
import { setUpBackground } from "../../kit/background_setup.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const SECRET = "a secret that replicas share";
const callers = new Callers(new Secret(SECRET), 16, true);

for (const [name, argument] of [["answer", "query"], ["iris", "input"]]) {
  Deno.test(`${name} gives ids that only their caller can continue`, async () => {
    await using api = startFakeOpenAI();
    const setup = setUp(api.baseUrl);
    const ask = (id: string | undefined, caller: string, from = callers) =>
      setup.call(String(name), {
        [String(argument)]: "q",
        ...id !== undefined && { previous_response_id: id },
      }, { caller: from.of(caller) });
    const first = answerIn(await ask(undefined, "alice"));
    const id = String(first.response_id);
    const [bare = "", tag = ""] = id.split(".");
    assert.match(bare, /^resp_\w+$/);
    assert.match(tag, /^[\w-]{20,}$/);

    const other = new Callers(new Secret(SECRET), 16, true);
    answerIn(await ask(id, "alice", other));
    assert.equal(api.requests.at(-1)?.body.previous_response_id, bare);
    const [one, two] = api.requests.map(({ body }) => body.safety_identifier);
    assert.match(String(one), /^[\w-]{20,64}$/);
    assert.doesNotMatch(String(one), /alice/);
    assert.equal(two, one, "on any replica");
    const asked = api.requests.length;
    const stranger = new Callers(new Secret(), 16, true);
    const forged: [string, string, Callers?][] = [
      [id, "bob"],
      [bare, "alice"],
      [`${bare}.`, "alice"],
      [`${bare}x.${tag}`, "alice"],
      [`${bare}.${tag}A`, "alice"],
      [id, "alice", stranger],
    ];
    for (const [false_, caller, from] of forged) {
      const { reason } = failureIn(await ask(false_, caller, from));
      assert.equal(reason, "previous_response_not_found", false_);
    }
    assert.equal(api.requests.length, asked, "the API hears of none of them");
    await ask(undefined, "bob");
    assert.notEqual(api.requests.at(-1)?.body.safety_identifier, one);
  });
}

Deno.test("answer_result knows its callers apart, by their ids and in their lists", async () => {
  await using api = startFakeOpenAI();
  const clock = new ManualClock();
  const setup = setUpBackground(api.baseUrl, { clock });
  const call = (name: string, args: object, caller: string) =>
    setup.call(name, { ...args }, { caller: callers.of(caller) });
  api.next({ paused: 4 });
  const asked = call("answer", { query: "q" }, "alice");
  await clock.timer(240_000);
  clock.advance(240_000);
  const late = answerIn(await asked);
  const response_id = String(late.response_id);
  const [bare = ""] = response_id.split(".");
  assert.ok(String(late.answer).includes(`"${response_id}"`));
  api.created[0]?.release();
  const found = await call("answer_result", { response_id }, "alice");
  assert.equal(answerIn(found).response_id, response_id);
  const before = api.requests.length;
  for (
    const [id, caller] of [
      [response_id, "bob"],
      [bare, "alice"],
      [`${bare}.AAAA`, "alice"],
    ]
  ) {
    const args = { response_id: id };
    const outcome = await call("answer_result", args, String(caller));
    assert.equal(failureIn(outcome).reason, "response_not_found");
  }
  assert.equal(api.requests.length, before, "the API hears of none of them");

  const list = async (caller: string) =>
    answerIn(await call("answer_result", {}, caller)).items;
  const items = await list("alice");
  assert.ok(Array.isArray(items));
  const [{ response_id: listed, ...item }] = items;
  assert.equal(listed, response_id);
  assert.deepEqual(Object.keys(item), [
    "tool",
    "model",
    "status",
    "started_at",
    "ended_at",
    "question",
  ]);
  assert.deepEqual(await list("bob"), []);
  const own = await setup.call("answer_result", {});
  assert.deepEqual(answerIn(own).items, [], "of nobody's own");
  assert.doesNotMatch(JSON.stringify(setup.ledger()), /alice/);
});
