import type { Random } from "./random.ts";
import { joined, mutateBytes, mutateText, oddValue } from "./mutate.ts";

/** The limit under which streams are decoded: small, so that it is met. */
export const FUZZED_MAX_BYTES = 128;

const ENDS = ["\n", "\r\n"] as const;
const NAMES = [
  "Content-Length",
  "content-length",
  "CONTENT-LENGTH",
  "Content-Length ",
];
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
/** The limit of streams with long messages: some are longer. */
export const LONG_MAX_BYTES = 128 * 1024;

/** A few long messages with characters of every length, to be cut in half. */
export function makeLongStream(
  random: Random,
): { bytes: Uint8Array; n: number } {
  const encoder = new TextEncoder();
  const n = random.between(1, 3);
  const bytes = joined(...random.list(n, () => {
    const length = random.pick(EDGES) * random.between(1, 3) / 2;
    const text = "é漢😀-".repeat(length / 5) + "x".repeat(random.int(8));
    const body = encoder.encode(JSON.stringify(text));
    return random.oneIn(2)
      ? joined(encoder.encode(`Content-Length: ${body.length}\r\n\r\n`), body)
      : joined(body, encoder.encode(random.pick(ENDS)));
  }));
  return { bytes, n };
}

/** A stream of frames and lines, some of them broken. */
export function makeStream(random: Random): { bytes: Uint8Array; n: number } {
  const encoder = new TextEncoder();
  const n = random.between(1, 12);
  // A client keeps to one framing; a few of ours do not.
  const style = random.int(3);
  let bytes = joined(
    ...random.oneIn(10) ? [encoder.encode("\ufeff")] : [],
    ...random.list(n, () => {
      if (random.oneIn(8)) return encoder.encode(junk(random));
      const framed = style === 2 ? random.oneIn(2) : style === 1;
      return framed ? frame(random, encoder) : line(random, encoder);
    }),
  );
  for (let i = random.int(4); i > 1; i--) bytes = mutateBytes(random, bytes);
  return { bytes, n };
}

function body(random: Random): string {
  const value = random.oneIn(3)
    ? oddValue(random)
    : { jsonrpc: "2.0", id: random.int(9), method: "ping" };
  // Twice the limit is as good as a hundred times, and much faster.
  const text = JSON.stringify(value).slice(0, 2 * FUZZED_MAX_BYTES);
  if (random.oneIn(12)) return mutateText(random, text);
  // Around the limit, where off-by-one lives.
  if (random.oneIn(12)) {
    return JSON.stringify("x".repeat(random.between(120, 130)));
  }
  return text;
}

function line(random: Random, encoder: TextEncoder): Uint8Array {
  const indent = random.oneIn(10) ? random.pick([" ", "\t", "\u00a0"]) : "";
  return encoder.encode(indent + body(random) + random.pick(ENDS));
}

function frame(random: Random, encoder: TextEncoder): Uint8Array {
  const bytes = encoder.encode(body(random));
  const wrong = random.oneIn(10) ? random.between(-6, 6) : 0;
  const length = Math.max(0, bytes.length + wrong);
  const end = random.pick(ENDS);
  const extra = random.oneIn(8) ? junk(random) : "";
  const before = random.oneIn(2) ? extra : "";
  const after = before === "" ? extra : "";
  const blank = random.pick([" ", "", "\t", "   "]);
  return joined(
    encoder.encode(
      `${before}${random.pick(NAMES)}:${blank}${length}${end}${after}${end}`,
    ),
    bytes,
  );
}

function junk(random: Random): string {
  const text = random.pick(JUNK);
  return (random.oneIn(3) ? mutateText(random, text) : text) +
    random.pick(ENDS);
}
