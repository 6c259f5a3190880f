import assert from "node:assert/strict";
import { frame } from "../kit/bytes.ts";
import { type Message, ServerPair } from "../kit/server_pair.ts";
import { heldTool } from "../kit/test_tools.ts";

/** Sends raw input, then a ping that must still be answered. */
async function answersTo(input: string): Promise<Message[]> {
  const pair = new ServerPair();
  await pair.raw(input);
  await pair.send({ jsonrpc: "2.0", id: "after", method: "ping" });
  const answers = await pair.finish();
  const last = answers.pop();
  assert.deepEqual(last, { jsonrpc: "2.0", id: "after", result: {} });
  return answers;
}

/** Each hazard, and the error that it gets before the next request's answer. */
const HAZARDS: readonly [string, string, number, unknown][] = [
  ["bad JSON", "{nope}\n", -32700, null],
  ["a line of text", "hello\n", -32700, null],
  ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600, null],
  ["an empty batch", "[]\n", -32600, null],
  ["a number", "5\n", -32600, null],
  ["null", "null\n", -32600, null],
  ["a wrong version", '{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32600, 1],
  ["no version", '{"id":"a","method":"ping"}\n', -32600, "a"],
  ["no method", '{"jsonrpc":"2.0","id":7}\n', -32600, 7],
  [
    "a method that is no string",
    '{"jsonrpc":"2.0","id":7,"method":1}\n',
    -32600,
    7,
  ],
  ["id null", '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600, null],
  ["id true", '{"jsonrpc":"2.0","id":true,"method":"ping"}\n', -32600, null],
  ["id 1.5", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32600, null],
  [
    "an id too large to be repeated exactly",
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}\n',
    -32600,
    null,
  ],
  ["id {}", '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32600, null],
  [
    "params that are a list",
    '{"jsonrpc":"2.0","id":3,"method":"ping","params":[]}\n',
    -32600,
    3,
  ],
  ["an unknown method", '{"jsonrpc":"2.0","id":3,"method":"x/y"}\n', -32601, 3],
  ["a bad length", "Content-Length: x\r\n\r\n\n", -32600, null],
  ["a missing length", "Content-Type: x\r\n\r\n\n", -32600, null],
];

Deno.test("a server says which id it could not use, having none to answer to", async () => {
  const [answer] = await answersTo(
    '{"jsonrpc":"2.0","id":1763337600000000000,"method":"ping"}\n',
  );
  assert.equal(
    answer?.error?.message,
    "Invalid request: id is 1763337600000000000, wanted a string or an integer below 2^53",
  );
});

for (const [name, input, code, id] of HAZARDS) {
  Deno.test(`a server answers ${name} with ${code} and lives on`, async () => {
    const [answer, ...rest] = await answersTo(input);
    const { jsonrpc, error } = answer ?? {};
    assert.deepEqual({ jsonrpc, id: answer?.id }, { jsonrpc: "2.0", id });
    assert.equal(error?.code, code);
    assert.deepEqual(rest, []);
  });
}

Deno.test("a server never quotes half a character: strict parsers refuse it", async () => {
  const pair = new ServerPair();
  await pair.raw(" 😀\n");
  await pair.ask("x".repeat(99) + "😀");
  await pair.ask("tools/call", { name: "x".repeat(126) + "😀" }, 2);
  await pair.ask("tools/call", { name: "\ud83d" }, 3);
  assert.equal((await pair.finish()).length, 1);
  assert.doesNotMatch(pair.output, /\\ud[89a-f]/i);
});

Deno.test("a server quotes no more of an unknown method than names it", async () => {
  const pair = new ServerPair();
  const { error } = await pair.ask("x".repeat(5000));
  assert.equal(error?.message, `Unknown method: ${"x".repeat(100)}`);
  await pair.finish();
});

Deno.test("a server says nothing to notifications, responses and blank lines", async () => {
  const input = [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"notifications/unknown","params":[1]}',
    '{"jsonrpc":"2.0","method":"tools/call"}',
    '{"jsonrpc":"2.0","id":5,"result":{}}',
    '{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"x"}}',
    "",
    "  ",
  ].join("\n");
  assert.deepEqual(await answersTo(input + "\n"), []);
});

Deno.test('a server takes 0, "" and negative numbers as ids', async () => {
  const pair = new ServerPair();
  for (const id of [0, "", -1, "0"]) {
    assert.deepEqual(await pair.ask("ping", undefined, id), {
      jsonrpc: "2.0",
      id,
      result: {},
    });
  }
  await pair.finish();
});

Deno.test("a server skips an oversize message and says which limit it broke", async () => {
  const pair = new ServerPair({
    config: (config) => ({
      ...config,
      server: { ...config.server, max_message_bytes: 1024 },
    }),
  });
  await pair.send({ jsonrpc: "2.0", id: 1, method: "x".repeat(2000) });
  const error = (await pair.next())?.error;
  assert.equal(error?.code, -32600);
  assert.equal(error?.data?.limit, "server.max_message_bytes");
  assert.deepEqual((await pair.ask("ping")).result, {});
  await pair.finish();
});

Deno.test("a server refuses an id that is in flight without touching the call", async () => {
  const held = heldTool();
  const pair = new ServerPair({ tools: { tools: [held.tool] } });
  const call = { jsonrpc: "2.0", id: 5, method: "tools/call" };
  await pair.send({ ...call, params: { name: "held" } });
  await held.called();
  const refused = await pair.ask("ping", undefined, 5);
  assert.equal(refused.error?.code, -32600);
  assert.equal(refused.id, null);
  assert.match(refused.error?.message ?? "", /id 5 waits .*; use another$/);
  await pair.send({ id: 5, method: "no version" });
  assert.equal((await pair.next())?.id, null);
  held.release();
  assert.equal((await pair.next())?.id, 5);
  assert.deepEqual((await pair.ask("ping", undefined, 5)).result, {});
  await pair.finish();
});

Deno.test("a server answers in frames until it has seen a line", async () => {
  const pair = new ServerPair();
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
  await pair.sendFramed(ping);
  await pair.next();
  assert.equal(pair.output, frame(answer));
  await pair.send(ping);
  await pair.next();
  assert.equal(pair.output, frame(answer) + answer + "\n");
  await pair.sendFramed(ping);
  await pair.next();
  assert.equal(pair.output, `${frame(answer)}${answer}\n${answer}\n`);
  await pair.finish();
});

Deno.test("a server forced to lines answers frames in lines", async () => {
  const pair = new ServerPair({ lines: true });
  await pair.sendFramed({ jsonrpc: "2.0", id: 1, method: "ping" });
  await pair.next();
  assert.equal(pair.output, '{"jsonrpc":"2.0","id":1,"result":{}}\n');
  await pair.finish();
});

Deno.test("a server answers a last line without a newline", async () => {
  const pair = new ServerPair();
  await pair.raw('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  assert.deepEqual((await pair.finish())[0]?.result, {});
});
