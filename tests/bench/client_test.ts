import assert from "node:assert/strict";
import { answersIn } from "../../scripts/bench/answers.ts";
import { Client, INITIALIZE, request } from "../../scripts/bench/client.ts";

function bytes(...answers: unknown[]): Uint8Array[] {
  const encoder = new TextEncoder();
  return answers.map((answer) => encoder.encode(JSON.stringify(answer) + "\n"));
}

const tools = [{ name: "answer" }];

Deno.test("answersIn() takes one result for each id, in any order", () => {
  const chunks = bytes({ id: 2, result: { tools } }, {
    id: 1,
    result: { tools },
  });
  answersIn(chunks, "a server").check([1, 2], "tools");
});

const WRONG: readonly (readonly [string, Uint8Array[], RegExp])[] = [
  [
    "an error",
    bytes({ id: 1, error: { code: -32601 } }),
    /did not answer with/,
  ],
  ["an empty list", bytes({ id: 1, result: { tools: [] } }), /with tools/],
  ["another id", bytes({ id: 7, result: { tools } }), /was not asked/],
  [
    "two answers",
    bytes({ id: 1, result: { tools } }, { id: 1, result: { tools } }),
    /was not asked/,
  ],
  ["no answer", bytes(), /left 1 requests open, the first is 1/],
  ["no JSON", [new TextEncoder().encode("Listening…\n")], /is no message/],
];

for (const [what, chunks, problem] of WRONG) {
  Deno.test(`answersIn() refuses ${what}`, () => {
    const answers = answersIn(chunks, "a server");
    assert.throws(() => answers.check([1], "tools"), problem);
  });
}

/** A server that is a line of JavaScript. */
function script(code: string) {
  return { name: "planted", command: [Deno.execPath(), "eval", code] };
}

Deno.test("Client gives up on a server that does not answer", async () => {
  const silent = script("for await (const _ of Deno.stdin.readable);");
  await using client = new Client(silent, 500);
  await assert.rejects(client.ask(INITIALIZE), /planted was silent after 0/);
});

Deno.test("Client refuses a server that ends, or opens no session", async () => {
  await using gone = new Client(script("Deno.exit(3)"));
  await assert.rejects(gone.ask(request(1, "ping")), /planted ended/);
  const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
  await using empty = new Client(script(`console.log('${answer}')`));
  await assert.rejects(empty.initialize(), /did not answer with a session/);
});
