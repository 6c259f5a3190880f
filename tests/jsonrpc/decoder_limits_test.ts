import assert from "node:assert/strict";
import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import { ProtocolError } from "../../src/jsonrpc/messages.ts";
import { chunked, decodeAll, frame, utf8 } from "../kit/bytes.ts";

const INVALID_REQUEST = -32600;

Deno.test("MessageDecoder() skips an oversize line exactly", () => {
  const long = `{"a":"${"x".repeat(100)}"}\n`;
  const input = utf8(`{"a":1}\n${long}{"b":2}\n`);
  const want = [{ a: 1 }, INVALID_REQUEST, { b: 2 }];
  for (const size of [1, 7, 64, 1000]) {
    const chunks = chunked(input, size);
    assert.deepEqual(decodeAll(chunks, { maxMessageBytes: 50 }), want);
  }
});

Deno.test("MessageDecoder() takes no message out of an oversize line", () => {
  const chunks = [utf8("x".repeat(60)), utf8('{"a":1}\n{"b":2}\n')];
  const got = decodeAll(chunks, { maxMessageBytes: 50 });
  assert.deepEqual(got, [INVALID_REQUEST, { b: 2 }]);
});

Deno.test("MessageDecoder() skips an oversize frame exactly, whatever it holds", () => {
  const body = `{"a":"\n${frame("{}")}\n{"c":3}\n${"x".repeat(50)}"}`;
  const input = utf8(frame(body) + frame('{"b":2}'));
  for (const size of [1, 7, 64, 1000]) {
    const chunks = chunked(input, size);
    const got = decodeAll(chunks, { maxMessageBytes: 50 });
    assert.deepEqual(got, [INVALID_REQUEST, { b: 2 }]);
  }
});

Deno.test("MessageDecoder() refuses a message of one byte more than the limit", () => {
  const text = `{"a":"${"x".repeat(43)}"}`;
  assert.equal(text.length, 51);
  const input = utf8(`${text}\n${frame(text)}{"b":2}\n`);
  for (const size of [7, 1000]) {
    const got = decodeAll(chunked(input, size), { maxMessageBytes: 50 });
    assert.deepEqual(got, [INVALID_REQUEST, INVALID_REQUEST, { b: 2 }]);
  }
});

Deno.test("MessageDecoder() takes a message of exactly the limit", () => {
  const text = `{"a":"${"x".repeat(42)}"}`;
  assert.equal(text.length, 50);
  const input = `${text}\n${frame(text)}`;
  const message = JSON.parse(text);
  for (const size of [7, 1000]) {
    const chunks = chunked(utf8(input), size);
    const got = decodeAll(chunks, { maxMessageBytes: 50 });
    assert.deepEqual(got, [message, message]);
  }
});

Deno.test("MessageDecoder() names the limit and the header in its errors", () => {
  const decoder = new MessageDecoder({ maxMessageBytes: 10 });
  const [tooLong] = decoder.decode(utf8("x".repeat(11)));
  assert.ok(tooLong instanceof ProtocolError);
  assert.match(tooLong.message, /server\.max_message_bytes/);
  assert.deepEqual(tooLong.data, {
    limit: "server.max_message_bytes",
    max_message_bytes: 10,
  });
  const [noLength] = new MessageDecoder().decode(utf8("A: b\r\n\r\n"));
  assert.ok(noLength instanceof ProtocolError);
  assert.deepEqual(noLength.data, { header: "Content-Length" });
  const long = `Content-Length: ${"x".repeat(5000)}\r\n\r\n`;
  const [badLength] = new MessageDecoder().decode(utf8(long));
  assert.ok(badLength instanceof ProtocolError);
  assert.ok(badLength.message.length < 200, badLength.message);
});

Deno.test("MessageDecoder() gives up on a header block without end", () => {
  const headers = "X-Pad: y\r\n".repeat(2000);
  const input = utf8(`Content-Length: 7\r\n${headers}\r\n{"a":1}\n`);
  assert.deepEqual(decodeAll([input]), [INVALID_REQUEST, { a: 1 }]);
  const [error] = new MessageDecoder().decode(input);
  assert.ok(error instanceof ProtocolError);
  assert.match(error.message, /header block exceeds 8192 bytes/);
});

Deno.test("MessageDecoder() reports an oversize frame before its body comes", () => {
  const decoder = new MessageDecoder({ maxMessageBytes: 10 });
  const [error] = decoder.decode(utf8("Content-Length: 11\r\n\r\n"));
  assert.ok(error instanceof ProtocolError);
  assert.match(error.message, /11 bytes exceeds 10 bytes/);
  const lines = new MessageDecoder({ maxMessageBytes: 10 });
  const [tooLong] = lines.decode(utf8("x".repeat(11)));
  assert.ok(tooLong instanceof ProtocolError);
  assert.match(
    tooLong.message,
    /: the line exceeds 10 bytes and was skipped; /,
  );
});

Deno.test("MessageDecoder() reports an oversize frame that lacks its last byte", () => {
  const decoder = new MessageDecoder({ maxMessageBytes: 50 });
  const whole = utf8(frame(`"${"x".repeat(60)}"`));
  const said = decoder.decode(whole.subarray(0, -1));
  assert.equal(said.length, 1);
  const [cut, ...rest] = decoder.end();
  assert.ok(cut instanceof ProtocolError);
  assert.match(cut.message, /ended inside a message/);
  assert.deepEqual(rest, []);
});
