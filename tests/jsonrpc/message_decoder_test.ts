import assert from "node:assert/strict";
import { growth } from "../kit/growth.ts";
import {
  MessageDecoder,
  type MessageDecoderOptions,
} from "../../src/jsonrpc/message_decoder.ts";
import { ProtocolError } from "../../src/jsonrpc/messages.ts";
import { chunked, decodeAll, frame, utf8 } from "../kit/bytes.ts";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

function decode(text: string, options?: MessageDecoderOptions): unknown[] {
  return decodeAll([utf8(text)], options);
}

/** Input and the messages that it holds, in both framings and with hazards. */
const SAMPLES: readonly [name: string, input: string, want: unknown[]][] = [
  ["lines", '{"a":1}\n{"b":"é漢😀"}\n', [{ a: 1 }, { b: "é漢😀" }]],
  ["CRLF lines", '{"a":1}\r\n{"b":2}\r\n', [{ a: 1 }, { b: 2 }]],
  ["a frame", frame('{"a":"é漢😀"}'), [{ a: "é漢😀" }]],
  ["frames", frame('{"a":1}') + frame('{"b":2}'), [{ a: 1 }, { b: 2 }]],
  [
    "LF-only headers",
    'Content-Length: 7\n\n{"a":1}content-length:7\n\n{"b":2}',
    [{ a: 1 }, { b: 2 }],
  ],
  [
    "extra headers",
    'Content-Type: application/json\r\nCONTENT-LENGTH: 7\r\nX: y\r\n\r\n{"a":1}',
    [{ a: 1 }],
  ],
  [
    "both framings mixed",
    `{"a":1}\n${frame('{"b":2}')}{"c":3}\n${frame('{"d":4}')}`,
    [{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }],
  ],
  ["blank lines", '\n\r\n  \n{"a":1}\n\n\t\n{"b":2}\n\n', [{ a: 1 }, { b: 2 }]],
  ["a byte order mark", '\ufeff{"a":1}\n{"b":2}\n', [{ a: 1 }, { b: 2 }]],
  [
    "a byte order mark before a frame",
    "\ufeff" + frame('{"a":1}') + frame('{"b":2}'),
    [{ a: 1 }, { b: 2 }],
  ],
  [
    "a byte order mark where none may be",
    '{"a":1}\n\ufeff{"b":2}\n',
    [{ a: 1 }, PARSE_ERROR],
  ],
  [
    "a byte order mark after a frame",
    frame('{"a":1}') + '\ufeff{"b":2}\n',
    [{ a: 1 }, PARSE_ERROR],
  ],
  ["CR inside a line", '[1,\r2]\n {"a":\r1}\r\n', [[1, 2], { a: 1 }]],
  [
    "garbage after a line that followed a broken frame",
    `Content-Length: x\r\n\r\ngarbage\n{"a":1}\ngarbage\n`,
    [INVALID_REQUEST, { a: 1 }, PARSE_ERROR],
  ],
  ["a last line without newline", '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
  ["indented lines", '  {"a":1}\n\t[1]\n', [{ a: 1 }, [1]]],
  ["a line that is no JSON", 'what\n{"b":2}\n', [PARSE_ERROR, { b: 2 }]],
  ["a bad object", '{"a":\n{"b":2}\n', [PARSE_ERROR, { b: 2 }]],
  [
    "a frame that is no JSON",
    frame('{"a":') + frame('{"b":2}'),
    [PARSE_ERROR, { b: 2 }],
  ],
  [
    "an empty frame",
    "Content-Length: 0\r\n\r\n" + frame('{"b":2}'),
    [PARSE_ERROR, { b: 2 }],
  ],
  [
    "a length that is no number",
    "Content-Length: ten\r\n\r\n" + frame('{"b":2}'),
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "a negative length",
    "Content-Length: -7\r\n\r\n" + frame('{"b":2}'),
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "a length beyond all bounds",
    `Content-Length: ${"9".repeat(30)}\r\n\r\n` + frame('{"b":2}'),
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "two lengths that differ",
    'Content-Length: 7\r\nContent-Length: 8\r\n\r\n{"b":2}\n',
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "three lengths of which the first differs",
    'Content-Length: 8\r\nContent-Length: 7\r\nContent-Length: 7\r\n\r\n{"b":2}\n',
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "a length given twice",
    'Content-Length: 7\r\nContent-Length: 7\r\n\r\n{"a":1}',
    [{ a: 1 }],
  ],
  [
    "blanks around a colon and behind a length",
    'Content-Length \t: \t7 \t\r\n\r\n{"a":1}',
    [{ a: 1 }],
  ],
  [
    "an empty length",
    'Content-Length:\r\n\r\n{"b":2}\n',
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "a length with a letter behind it",
    'Content-Length: 7x\n\n\n{"b":2}\n',
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "headers without a length",
    'Content-Type: application/json\r\n\r\n{"b":2}\n',
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "a bad length whose body runs into the next header",
    'Content-Length: ten\r\n\r\n{"a":1}' + frame('{"b":2}'),
    [INVALID_REQUEST, { a: 1 }, { b: 2 }],
  ],
  [
    "a list after a bad length",
    "Content-Length: ten\r\n\r\n[1]\n",
    [INVALID_REQUEST, [1]],
  ],
  [
    "a header that no blank line closes",
    'Content-Length: 7\r\n{"b":2}\n',
    [INVALID_REQUEST, { b: 2 }],
  ],
  [
    "a length that is too short",
    'Content-Length: 5\r\n\r\n{"a":1}' + frame('{"b":2}'),
    [PARSE_ERROR, { b: 2 }],
  ],
  [
    "a length that is too long",
    'Content-Length: 12\r\n\r\n{"a":1}' + frame('{"b":2}') + frame('{"c":3}'),
    [PARSE_ERROR, { b: 2 }, { c: 3 }],
  ],
];

for (const [name, input, want] of SAMPLES) {
  Deno.test(`MessageDecoder() reads ${name}`, () => {
    assert.deepEqual(decode(input), want);
  });

  Deno.test(`MessageDecoder() reads ${name} at every split point`, () => {
    const bytes = utf8(input);
    for (let at = 1; at < bytes.length; at++) {
      const parts = [bytes.slice(0, at), bytes.slice(at)];
      assert.deepEqual(decodeAll(parts), want, `split at ${at}`);
    }
    assert.deepEqual(decodeAll(chunked(bytes, 1)), want, "byte by byte");
  });
}

Deno.test("MessageDecoder() latches lines at the first line, JSON or not", () => {
  const broken = "Content-Length: x\r\n\r\n{}\n";
  const long = "x".repeat(50) + "\n";
  for (const text of ['{"a":1}\n', "what\n", " []\n", long, broken]) {
    const framing = { lines: false };
    decode(text, { framing, maxMessageBytes: 40 });
    assert.equal(framing.lines, true, text);
  }
});

Deno.test("MessageDecoder() does not latch lines for frames and their errors", () => {
  const framing = { lines: false };
  decode(
    frame("{}") + "Content-Length: x\r\n\r\n" + frame("{") + "\n" + frame("{}"),
    { framing },
  );
  assert.equal(framing.lines, false);
});

Deno.test("MessageDecoder() reports a frame that the end of input cuts", () => {
  assert.deepEqual(decode('Content-Length: 9\r\n\r\n{"a":1}'), [PARSE_ERROR]);
  assert.deepEqual(decode("Content-Length: 9\r\n"), [INVALID_REQUEST]);
  const oversize = "Content-Length: 99\r\n\r\n{";
  const got = decode(oversize, { maxMessageBytes: 50 });
  assert.deepEqual(got, [INVALID_REQUEST, PARSE_ERROR]);
});

Deno.test("MessageDecoder() reports an empty frame before anything follows", () => {
  const decoder = new MessageDecoder();
  const [error] = decoder.decode(utf8("Content-Length: 0\r\n\r\n"));
  assert.ok(error instanceof ProtocolError);
});

Deno.test("MessageDecoder() survives bytes that are no UTF-8", () => {
  const cut = new Uint8Array([0x22, 0xe6, 0x0a, ...utf8('{"a":1}\n')]);
  assert.deepEqual(decodeAll(chunked(cut, 1)), [PARSE_ERROR, { a: 1 }]);
  const bytes = new Uint8Array([0x7b, 0xff, 0xfe, 0x0a, ...utf8('{"a":1}\n')]);
  assert.deepEqual(decodeAll([bytes]), [PARSE_ERROR, { a: 1 }]);
  const inString = utf8('{"a":"?"}\n');
  inString[6] = 0xff;
  assert.deepEqual(decodeAll([inString]), [{ a: "\ufffd" }]);
});

Deno.test("MessageDecoder() finds the same messages in random chunks", () => {
  const input = utf8(SAMPLES.map(([, text]) => `${text}\n`).join(""));
  const want = decodeAll([input]);
  let seed = 7;
  const random = (): number => seed = (seed * 16807) % 2147483647;
  for (let round = 0; round < 200; round++) {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < input.length;) {
      const size = 1 + random() % 40;
      chunks.push(input.slice(at, at += size));
    }
    assert.deepEqual(decodeAll(chunks), want, `round ${round}`);
  }
});

Deno.test("MessageDecoder() joins characters that are cut between the pieces it holds", () => {
  const text = JSON.stringify("é漢😀".repeat(20_000));
  for (const input of [utf8(`${text}\n`), utf8(frame(text))]) {
    for (const size of [1000, 20_000, 65_536]) {
      const [got] = decodeAll(chunked(input, size));
      assert.ok(got === JSON.parse(text), `chunks of ${size}`);
      const mixed = [input.slice(0, 99), ...chunked(input.slice(99), size)];
      const [same] = decodeAll(mixed);
      assert.ok(same === JSON.parse(text), `99 bytes, chunks of ${size}`);
    }
  }
});

Deno.test("MessageDecoder() keeps no state between two instances", () => {
  const first = new MessageDecoder();
  const second = new MessageDecoder();
  first.decode(utf8('{"a":'));
  assert.deepEqual(second.decode(utf8('{"b":2}\n')), [{ b: 2 }]);
  assert.deepEqual(first.decode(utf8("1}\n")), [{ a: 1 }]);
});

Deno.test("MessageDecoder() tells of chunks and headers when asked to", () => {
  const lines: string[] = [];
  const debug = (line: string): void => void lines.push(line);
  decode(frame("{}"), { debug });
  assert.deepEqual(lines, ["stdin chunk=23", "headerEnd=2"]);
});

Deno.test("MessageDecoder() takes time in proportion to a message, in however small pieces", () => {
  for (const framed of [false, true]) {
    const grown = growth((pieces) => {
      const decoder = new MessageDecoder();
      const piece = new Uint8Array(1024).fill(0x20);
      const bytes = new TextEncoder();
      const head = framed ? `Content-Length: ${1024 * pieces + 2}\r\n\r\n` : "";
      decoder.decode(bytes.encode(`${head}{`));
      for (let i = 0; i < pieces; i++) decoder.decode(piece);
      const [message] = decoder.decode(bytes.encode("}\n"));
      assert.deepEqual(message, {});
    }, 200);
    assert.ok(grown < 1, `${framed}: ${grown}`);
  }
});
