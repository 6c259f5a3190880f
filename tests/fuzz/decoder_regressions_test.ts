import assert from "node:assert/strict";
import { chunked, decodeAll, utf8 } from "../kit/bytes.ts";

Deno.test("MessageDecoder() takes no control character for a hyphen or a colon", () => {
  for (const name of ["Content\rLength:", "Content-Length\u001a"]) {
    const input = utf8(`${name}2\n\n{}\n`);
    const whole = decodeAll([input]);
    assert.deepEqual(whole, [-32700, {}], JSON.stringify(name));
    assert.deepEqual(decodeAll(chunked(input, 1)), whole);
  }
});

Deno.test("MessageDecoder() reports a frame cut in the last line end of its header", () => {
  const input = utf8("Content-Length: 4\r\n\r");
  assert.deepEqual(decodeAll([input]), [-32700]);
  assert.deepEqual(decodeAll(chunked(input, 1)), [-32700]);
});

Deno.test("MessageDecoder() reads a header with blanks inside in linear time", () => {
  const input = utf8(`Content-Length: x${" ".repeat(1_000_000)}y\n\n{}\n`);
  const started = performance.now();
  assert.deepEqual(decodeAll([input]), [-32600, {}]);
  // The square of a million would take many minutes.
  assert.ok(performance.now() - started < 20_000);
});

Deno.test("MessageDecoder() takes one carriage return off a line, in a broken header too", () => {
  const input = utf8("H: x\n}Content-Length: 2\r\r\n\r\n{}\n");
  assert.deepEqual(decodeAll([input]), [-32600, -32600, {}]);
});

Deno.test("MessageDecoder() skips a byte order mark only at the start, not after a long line", () => {
  const input = utf8(`${"x".repeat(51)}\n\ufeff{}\n`);
  for (const size of [1, input.length]) {
    const got = decodeAll(chunked(input, size), { maxMessageBytes: 50 });
    assert.deepEqual(got, [-32600, -32700]);
  }
});
