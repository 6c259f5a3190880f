import assert from "node:assert/strict";
import { expectAnswer, QUESTION } from "../expect.ts";
import {
  framed,
  line,
  outcomeOf,
  PATIENCE_MS,
} from "../../../tests/kit/mcp_client.ts";
import type { ScenarioGroup } from "../scenario.ts";
import { pause, until, within } from "../../../tests/kit/within.ts";

const FLOOD = 10_000;
const CANCELLED = 500;

/** Each gets one answer without an id, and the next message is read. */
const GARBAGE = [
  "\u0000\u0001\u0002 \ufffd\n",
  "{not json\n",
  "[]\n",
  "42\n",
  "GET / HTTP/1.1\nHost: localhost\n\n",
  '{"jsonrpc":"1.0","id":null,"method":"ping"}\n',
  `${"[".repeat(50_000)}\n`,
] as const;

/** The client sends what it should not, or how it should not. */
export const CLIENT_INPUT: ScenarioGroup = {
  title: "The client misbehaves",
  scenarios: [
    {
      name: "flood",
      sees:
        "10,000 requests at once are answered, each exactly once; then the server is as before",
      async run({ start }) {
        const program = start();
        await program.request("tools/list");
        const methods = ["ping", "tools/list", "no/such", "tools/call"];
        const params = { name: "no_such" };
        const answers = await program.burst(
          FLOOD,
          (at) => ({ method: methods[at % 4], params }),
        );
        const all = await within(60_000, "the answers", Promise.all(answers));
        const failed = all.filter(({ error }) => error?.code === -32601);
        assert.equal(failed.length, FLOOD / 2);
        await expectAnswer(program);
      },
    },
    {
      name: "flood-of-questions",
      sees:
        "1,000 questions at once are all answered, though not all at the same time",
      async run({ api, start }) {
        const program = start();
        await expectAnswer(program);
        const params = { name: "answer_quick", arguments: QUESTION };
        const answers = await program.burst(
          1000,
          () => ({ method: "tools/call", params }),
        );
        const all = await within(90_000, "the answers", Promise.all(answers));
        const failed = all.map(outcomeOf).filter((outcome) => outcome.failed);
        assert.deepEqual(failed.slice(0, 1), []);
        assert.equal(api.requests.length, 1001);
      },
    },
    {
      name: "cancel-everything",
      sees:
        "nothing for any of 500 cancelled calls; their connections to the API are closed and their ids are free",
      async run({ api, start }) {
        const program = start();
        await expectAnswer(program);
        api.always({ fault: { kind: "stall", events: 2 } });
        const ids = Array.from({ length: CANCELLED }, () => program.nextId());
        const params = { name: "answer", arguments: QUESTION };
        await program.write(
          ids.map((id) => line({ id, method: "tools/call", params })).join(""),
        );
        await within(30_000, "requests", api.received(50));
        await program.cancel(...ids);
        assert.deepEqual((await program.request("ping")).result, {});
        const begun = api.requests.length - 1;
        await until(
          PATIENCE_MS,
          "closed connections",
          () => api.closedEarly >= begun * 0.9,
        );
        api.always({});
        const again = await program.call("answer", QUESTION, ids[0]);
        assert.equal(again.failed, false);
        assert.ok(api.requests.length <= CANCELLED + 2);
      },
    },
    {
      name: "cancel-at-once",
      sees: "nothing for a call that is cancelled in the same breath",
      async run({ api, start }) {
        const program = start();
        const id = program.nextId();
        const params = { name: "answer", arguments: QUESTION };
        await program.write(line({ id, method: "tools/call", params }));
        await program.cancel(id, id, 999_999);
        await expectAnswer(program);
        assert.ok(api.requests.length <= 2);
      },
    },
    {
      name: "garbage",
      sees:
        "a JSON-RPC error for each piece of garbage, and an answer to each message between",
      async run({ start }) {
        const program = start();
        for (const garbage of GARBAGE) {
          await program.write(garbage);
          assert.deepEqual((await program.request("ping")).result, {});
        }
        assert.ok(program.nameless.length >= GARBAGE.length - 1);
        for (const { error } of program.nameless) {
          assert.ok(error?.code === -32700 || error?.code === -32600);
        }
        await expectAnswer(program);
      },
    },
    {
      name: "half-a-header",
      sees: "an ordinary answer, once the rest has come",
      async run({ start }) {
        const program = start();
        const text = framed({ id: "slow", method: "ping" });
        const answer = program.answerTo("slow");
        for (const cut of [9, 17, 21, 30]) {
          const from = cut === 9 ? 0 : { 17: 9, 21: 17, 30: 21 }[cut] ?? 0;
          await program.write(text.slice(from, cut));
          await pause(100);
        }
        await program.write(text.slice(30));
        const pong = await within(PATIENCE_MS, "the answer", answer);
        assert.deepEqual(pong.result, {});
      },
    },
    {
      name: "too-long",
      sees:
        "an error naming `server.max_message_bytes` for a message of 17 MiB; the next one is answered",
      async run({ start }) {
        const program = start();
        const piece = "x".repeat(1024 * 1024);
        await program.write('{"jsonrpc":"2.0","id":1,"method":"');
        for (let i = 0; i < 17; i++) await program.write(piece);
        await program.write('"}\n');
        assert.deepEqual((await program.request("ping", {}, "p")).result, {});
        const [told] = program.nameless;
        assert.match(told?.error?.message ?? "", /max_message_bytes/);
        assert.equal(program.nameless.length, 1);
        await expectAnswer(program);
      },
    },
    {
      name: "one-id-for-all",
      sees:
        "one answer for the id; the others are refused while it is being worked on",
      async run({ api, start }) {
        const program = start();
        await expectAnswer(program);
        api.always({ delayMs: 300 });
        const params = { name: "answer", arguments: QUESTION };
        const call = line({ id: "same", method: "tools/call", params });
        const answer = program.answerTo("same");
        await program.write(call.repeat(20));
        const { failed } = outcomeOf(await answer);
        assert.equal(failed, false);
        assert.equal(program.nameless.length, 19);
        assert.equal(api.requests.length, 2);
      },
    },
  ],
};
