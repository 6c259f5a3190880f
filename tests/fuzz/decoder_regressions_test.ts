import assert from "node:assert/strict";
import { chunked, decodeAll, utf8 } from "../helpers/bytes.ts";

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
