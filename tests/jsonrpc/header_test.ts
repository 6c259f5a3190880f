import assert from "node:assert/strict";
import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import { ProtocolError } from "../../src/jsonrpc/messages.ts";
import { decodeAll, utf8 } from "../kit/bytes.ts";

const INVALID_REQUEST = -32600;
const PARSE_ERROR = -32700;

Deno.test("MessageDecoder() reads a length however it is set off", () => {
  const headers = [
    "Content-Length:10\r\n\r\n",
    "Content-Length: 10\n\n",
    "CONTENT-LENGTH:10\n\r\n",
    "content-length:  10\r\n\r\n",
    "Content-Length:\t10 \r\n\r\n",
    "Content-Length:0010\r\n\r\n",
  ];
  for (const header of headers) {
    const input = `${header}{"abc":12}{"b":2}\n`;
    assert.deepEqual(decodeAll([utf8(input)]), [{ abc: 12 }, { b: 2 }], header);
  }
});

Deno.test("MessageDecoder() takes nothing that is alike for a length", () => {
  const lines: Record<string, number> = {
    "Content-Lengtx: 10": INVALID_REQUEST,
    "Xontent-Length: 10": INVALID_REQUEST,
    "Content\rLength: 10": PARSE_ERROR,
    "Content-Length\u001a 10": PARSE_ERROR,
    "Content-Length: 1:": INVALID_REQUEST,
    "Content-Length: 1/": INVALID_REQUEST,
    "Content-Length: 1000000000000010": INVALID_REQUEST,
  };
  for (const [line, code] of Object.entries(lines)) {
    const input = utf8(`${line}\r\n\r\n{"abc":12}\n{"b":2}\n`);
    assert.deepEqual(decodeAll([input]), [code, { abc: 12 }, { b: 2 }], line);
  }
});

Deno.test("MessageDecoder() shows a length that is none from its start", () => {
  const [error] = new MessageDecoder().decode(
    utf8("Content-Length: ten bytes\r\n\r\n"),
  );
  assert.ok(error instanceof ProtocolError);
  assert.match(error.message, /header is "ten bytes", not a number of bytes/);
});

Deno.test("MessageDecoder() reports broken JSON after a broken header", () => {
  const input = 'Content-Length: x\r\n\r\n{broken\n{"b":2}\n';
  const want = [INVALID_REQUEST, PARSE_ERROR, { b: 2 }];
  assert.deepEqual(decodeAll([utf8(input)]), want);
});
