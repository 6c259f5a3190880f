import fc from "fast-check";
import { changedText, joined } from "./changes.ts";
import { oddValue } from "./odd_values.ts";

/** The limit under which streams are decoded: small, so that it is met. */
export const FUZZED_MAX_BYTES = 128;
/** The limit of streams with long messages: some are longer. */
export const LONG_MAX_BYTES = 128 * 1024;

/** Bytes, and of how many messages they were made. */
export interface FuzzedStream {
  readonly bytes: Uint8Array;
  readonly n: number;
}

const JUNK: readonly string[] = [
  "what",
  "  ",
  "\t",
  "\ufeff",
  "GET / HTTP/1.1",
  "Content-Type: application/json",
  "Content-Length",
  "Content-Length: ",
  "Content-Length: ten",
  "Content-Length: -1",
  "Content-Length: 0",
  "Content-Length: 7",
  "Content-Length: 99999999999999999999",
  ": no name",
  "X-Pad: y",
  "{",
  "}",
  "[",
  '{"a":1}Content-Length: 2',
  '{"a":"Content-Length: 2"}',
  "\u3000",
];

/** Where the real decoder changes how it holds an unfinished message. */
const EDGES = [1024, 16 * 1024, 64 * 1024];

const lineEnd = fc.constantFrom("\n", "\r\n");

function rarely<T>(oneIn: number, value: T, other: fc.Arbitrary<T>) {
  const weight = oneIn - 1;
  return fc.oneof({ weight, arbitrary: fc.constant(value) }, other);
}

const longMessage = fc.record({
  edge: fc.constantFrom(...EDGES),
  halves: fc.integer({ min: 1, max: 3 }),
  rest: fc.nat(7),
  framed: fc.boolean(),
  end: lineEnd,
}).map(({ edge, halves, rest, framed, end }) => {
  const encoder = new TextEncoder();
  const text = "é漢😀-".repeat(edge * halves / 10) + "x".repeat(rest);
  const body = encoder.encode(JSON.stringify(text));
  return framed
    ? joined(encoder.encode(`Content-Length: ${body.length}\r\n\r\n`), body)
    : joined(body, encoder.encode(end));
});

/** A few long messages with characters of every length, to be cut in half. */
export const longStream: fc.Arbitrary<FuzzedStream> = fc
  .array(longMessage, { minLength: 1, maxLength: 3 })
  .map((parts) => ({ bytes: joined(...parts), n: parts.length }));

const ping = fc.nat(8).map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
const body = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.oneof({ weight: 2, arbitrary: ping }, oddValue)
      // Twice the limit is as good as a hundred times, and much faster.
      .map((value) => JSON.stringify(value).slice(0, 2 * FUZZED_MAX_BYTES)),
  },
  changedText(ping.map((message) => JSON.stringify(message)), 1),
  // Around the limit, where off-by-one lives.
  fc.integer({ min: 120, max: 130 })
    .map((length) => JSON.stringify("x".repeat(length))),
);

const junk = fc.tuple(
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...JUNK) },
    changedText(fc.constantFrom(...JUNK), 1),
  ),
  lineEnd,
).map((parts) => parts.join(""));

const line = fc.tuple(
  rarely(10, "", fc.constantFrom(" ", "\t", "\u00a0")),
  body,
  lineEnd,
).map((parts) => parts.join(""));

const frame = fc.record({
  text: body,
  wrong: rarely(10, 0, fc.integer({ min: -6, max: 6 })),
  name: fc.constantFrom(
    "Content-Length",
    "content-length",
    "CONTENT-LENGTH",
    "Content-Length ",
  ),
  blank: fc.constantFrom(" ", "", "\t", "   "),
  before: rarely(16, "", junk),
  after: rarely(16, "", junk),
  end: lineEnd,
}).map(({ text, wrong, name, blank, before, after, end }) => {
  const { length } = new TextEncoder().encode(text);
  const said = Math.max(0, length + wrong);
  return `${before}${name}:${blank}${said}${end}${after}${end}${text}`;
});

/** A stream of frames and lines, some of them broken. */
export const stream: fc.Arbitrary<FuzzedStream> = fc.record({
  mark: rarely(10, "", fc.constant("\ufeff")),
  // A client keeps to one framing; a few of ours do not.
  style: fc.constantFrom("lines", "framed", "mixed"),
  messages: fc.array(
    fc.record({ line, frame, framed: fc.boolean(), junk: rarely(8, "", junk) }),
    { minLength: 1, maxLength: 12 },
  ),
}).map(({ mark, style, messages }) => {
  const texts = messages.map((one) => {
    const framed = style === "mixed" ? one.framed : style === "framed";
    return one.junk || (framed ? one.frame : one.line);
  });
  const bytes = new TextEncoder().encode(mark + texts.join(""));
  return { bytes, n: messages.length };
});
