import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import { ProtocolError } from "../../src/jsonrpc/messages.ts";
import {
  FUZZED_MAX_BYTES,
  LONG_MAX_BYTES,
  makeLongStream,
  makeStream,
} from "./frames.ts";
import { Random } from "./random.ts";
import { referenceDecode } from "./reference_decoder.ts";
import { smallerBytes } from "./shrink.ts";
import { nothingToClose, type Target, type Verdict } from "./target.ts";

/** A stream, how many messages it was made of, and how it is cut. */
export interface StreamInput {
  readonly bytes: Uint8Array;
  readonly n: number;
  readonly cuts: number;
  /** Its messages are long, and so are its chunks. */
  readonly long: boolean;
}

/**
 * The frame decoder: any bytes in any chunks give what the reference decoder
 * finds in the whole, nothing is thrown and no more than one message held.
 */
export const decoderTarget: Target<StreamInput> = {
  name: "decoder",
  unit: "frames",
  open: () =>
    Promise.resolve({
      make(random) {
        // Rare, as one costs as much as a hundred others.
        const long = random.oneIn(500);
        const { bytes, n } = long ? makeLongStream(random) : makeStream(random);
        return { bytes, n, cuts: random.int(2 ** 31), long };
      },
      check: checkStream,
      *smaller(input) {
        for (const bytes of smallerBytes(input.bytes)) {
          yield { ...input, bytes };
        }
      },
      show: ({ bytes }) => `bytes ${JSON.stringify(latin1(bytes))}`,
      [Symbol.asyncDispose]: nothingToClose,
    }),
};

/** Decodes a stream whole, in random chunks and now and then byte by byte. */
function checkStream({ bytes, n, cuts, long }: StreamInput): Verdict {
  const max = long ? LONG_MAX_BYTES : FUZZED_MAX_BYTES;
  const scale = long ? 250 : 1;
  const want = referenceDecode(bytes, max);
  const expected = `${want.lines} ${want.messages.join("\n")}`;
  const random = new Random(cuts);
  const chunkings: [string, () => number][] = [
    ["whole", () => bytes.length],
    ["in chunks", () => random.between(1, 80 * scale)],
    !long && random.oneIn(4)
      ? ["byte by byte", () => 1]
      : ["in small chunks", () => random.between(1, 16 * scale)],
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
