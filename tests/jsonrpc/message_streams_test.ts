import assert from "node:assert/strict";
import {
  MessageDecoderStream,
  MessageEncoderStream,
} from "../../src/jsonrpc/message_streams.ts";
import { frame, utf8 } from "../kit/bytes.ts";

async function encode(
  lists: readonly string[][],
  framing = { lines: false },
): Promise<string[]> {
  const stream = ReadableStream.from(lists)
    .pipeThrough(new MessageEncoderStream({ framing }))
    .pipeThrough(new TextDecoderStream());
  return await Array.fromAsync(stream);
}

Deno.test("MessageEncoderStream() counts bytes, not characters", async () => {
  assert.deepEqual(await encode([['"é漢😀"']]), [frame('"é漢😀"')]);
});

Deno.test("MessageEncoderStream() makes one chunk of a list, each message whole", async () => {
  const lists = [["{}", "[1]"], ["2"]];
  assert.deepEqual(await encode(lists), [
    frame("{}") + frame("[1]"),
    frame("2"),
  ]);
  assert.deepEqual(await encode(lists, { lines: true }), ["{}\n[1]\n", "2\n"]);
});

Deno.test("MessageEncoderStream() tells how it sends, and how many bytes", async () => {
  const said: string[] = [];
  for (const lines of [false, true]) {
    const debug = (line: string): void => void said.push(line);
    const stream = new MessageEncoderStream({ framing: { lines }, debug });
    await Array.fromAsync(ReadableStream.from([['"é"']]).pipeThrough(stream));
  }
  assert.deepEqual(said, ["send (framed) bytes=25", "send (line) bytes=5"]);
});

Deno.test("MessageEncoderStream() obeys a framing that changes under way", async () => {
  const framing = { lines: false };
  const stream = new MessageEncoderStream({ framing });
  const writer = stream.writable.getWriter();
  const reader = stream.readable.pipeThrough(new TextDecoderStream())
    .getReader();
  writer.write(["{}"]);
  assert.equal((await reader.read()).value, frame("{}"));
  framing.lines = true;
  writer.write(["{}"]);
  assert.equal((await reader.read()).value, "{}\n");
  await writer.close();
  assert.equal((await reader.read()).done, true);
});

Deno.test("MessageDecoderStream() gives the list of messages that a chunk completes", async () => {
  const chunks = [utf8('{"a":1}\n{"b":2}\n{"c"'), utf8(":3}"), utf8("\n4")];
  const stream = ReadableStream.from(chunks)
    .pipeThrough(new MessageDecoderStream());
  const lists = await Array.fromAsync(stream);
  assert.deepEqual(lists, [[{ a: 1 }, { b: 2 }], [{ c: 3 }], [4]]);
});

Deno.test("MessageDecoderStream() gives no list for what completes nothing", async () => {
  const stream = ReadableStream.from([utf8("5"), utf8("\n\n")])
    .pipeThrough(new MessageDecoderStream());
  assert.deepEqual(await Array.fromAsync(stream), [[5]]);
});

Deno.test("both streams give back what was put in", async () => {
  const messages = [{ a: "é漢😀" }, { b: "\u2028\n\r" }, { c: [0, null, ""] }];
  for (const lines of [false, true]) {
    const framing = { lines };
    const stream = ReadableStream.from([messages.map((m) => JSON.stringify(m))])
      .pipeThrough(new MessageEncoderStream({ framing }))
      .pipeThrough(new MessageDecoderStream());
    assert.deepEqual((await Array.fromAsync(stream)).flat(), messages);
  }
});

Deno.test("MessageDecoderStream() reads both framings from one input", async () => {
  const input = new Blob([
    'Content-Length: 15\r\n\r\n{"framed":"é"}',
    '{"line":2}\n',
  ]);
  const stream = input.stream().pipeThrough(new MessageDecoderStream());
  const messages = (await Array.fromAsync(stream)).flat();
  assert.deepEqual(messages, [{ framed: "é" }, { line: 2 }]);
});

Deno.test("MessageEncoderStream() counts bytes, not characters", async () => {
  const stream = ReadableStream.from([['{"a":"é"}', "{}"]])
    .pipeThrough(new MessageEncoderStream())
    .pipeThrough(new TextDecoderStream());
  const text = (await Array.fromAsync(stream)).join("");
  assert.equal(
    text,
    'Content-Length: 10\r\n\r\n{"a":"é"}Content-Length: 2\r\n\r\n{}',
  );
});
