import fc from "fast-check";
import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import { ProtocolError } from "../../src/jsonrpc/messages.ts";
import { changedBytes } from "./changes.ts";
import {
  FUZZED_MAX_BYTES,
  LONG_MAX_BYTES,
  longStream,
  stream,
} from "./frames.ts";
import { referenceDecode } from "./reference_decoder.ts";
import type { Target, Verdict } from "./target.ts";

/** A stream, how many messages it was made of, and how it is cut. */
export interface StreamInput {
  readonly bytes: Uint8Array;
  readonly n: number;
  /** Sizes of its chunks, over and over. */
  readonly cuts: readonly number[];
  /** Its messages are long, and so are its chunks. */
  readonly long: boolean;
}

const SIZES = { minLength: 1, maxLength: 20 } as const;

const shortInput: fc.Arbitrary<StreamInput> = fc.record({
  whole: stream,
  cuts: fc.oneof(
    fc.array(fc.integer({ min: 1, max: 80 }), SIZES),
    fc.array(fc.integer({ min: 1, max: 16 }), SIZES),
    fc.constant([1]),
  ),
}).chain(({ whole: { bytes, n }, cuts }) =>
  changedBytes(fc.constant(bytes))
    .map((changed) => ({ bytes: changed, n, cuts, long: false }))
);

const longInput: fc.Arbitrary<StreamInput> = fc.record({
  whole: longStream,
  cuts: fc.array(fc.integer({ min: 1, max: 20_000 }), SIZES),
}).map(({ whole, cuts }) => ({ ...whole, cuts, long: true }));

/**
 * The frame decoder: any bytes in any chunks give what the reference decoder
 * finds in the whole, nothing is thrown and no more than one message held.
 */
export const decoderTarget: Target<StreamInput> = {
  name: "decoder",
  unit: "frames",
  open: () => ({
    // Long ones are rare, as one costs as much as a hundred others.
    inputs: fc.oneof({ weight: 499, arbitrary: shortInput }, longInput),
    check: checkStream,
    show: ({ bytes, cuts }) =>
      `bytes ${JSON.stringify(latin1(bytes))} in chunks of ${cuts}`,
  }),
};

/** Decodes a stream whole and in chunks. */
function checkStream({ bytes, n, cuts, long }: StreamInput): Verdict {
  const max = long ? LONG_MAX_BYTES : FUZZED_MAX_BYTES;
  const want = referenceDecode(bytes, max);
  const expected = `${want.lines} ${want.messages.join("\n")}`;
  let next = 0;
  const chunkings: [string, () => number][] = [
    ["whole", () => bytes.length],
    ["in chunks", () => cuts[next++ % cuts.length] ?? 1],
  ];
  for (const [name, size] of chunkings) {
    const got = decode(bytes, size, max);
    if (got.held > max) {
      return { units: n, problem: `${name}: holds ${got.held} bytes` };
    }
    if (got.text !== expected) {
      const problem = `${name}: got ${got.text}, reference says ${expected}`;
      return { units: n, problem };
    }
  }
  return { units: n };
}

function decode(
  bytes: Uint8Array,
  size: () => number,
  maxMessageBytes: number,
): { text: string; held: number } {
  const framing = { lines: false };
  const decoder = new MessageDecoder({ maxMessageBytes, framing });
  const messages: unknown[] = [];
  let held = 0;
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + size());
    messages.push(...decoder.decode(bytes.slice(at, end)));
    held = Math.max(held, decoder.held);
    at = end;
  }
  messages.push(...decoder.end());
  const texts = messages.map((message) =>
    message instanceof ProtocolError
      ? `!${message.code}`
      : JSON.stringify(message)
  );
  return { text: `${framing.lines} ${texts.join("\n")}`, held };
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
