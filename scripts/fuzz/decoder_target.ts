import { MessageDecoder } from "../../src/jsonrpc/message_decoder.ts";
import { ProtocolError } from "../../src/jsonrpc/messages.ts";
import { FUZZED_MAX_BYTES, makeStream } from "./frames.ts";
import { Random } from "./random.ts";
import { referenceDecode } from "./reference_decoder.ts";
import { smallerBytes } from "./shrink.ts";
import { nothingToClose, type Target, type Verdict } from "./target.ts";

/** A stream, how many messages it was made of, and how it is cut. */
export interface StreamInput {
  readonly bytes: Uint8Array;
  readonly n: number;
  readonly cuts: number;
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
        const { bytes, n } = makeStream(random);
        return { bytes, n, cuts: random.int(2 ** 31) };
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
export function checkStream({ bytes, n, cuts }: StreamInput): Verdict {
  const want = referenceDecode(bytes, FUZZED_MAX_BYTES);
  const expected = `${want.lines} ${want.messages.join("\n")}`;
  const random = new Random(cuts);
  const chunkings: [string, () => number][] = [
    ["whole", () => bytes.length],
    ["in chunks", () => random.between(1, 80)],
    random.oneIn(4)
      ? ["byte by byte", () => 1]
      : ["in small chunks", () => random.between(1, 16)],
  ];
  for (const [name, size] of chunkings) {
    const got = decode(bytes, size);
    if (got.held > FUZZED_MAX_BYTES) {
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
): { text: string; held: number } {
  const framing = { lines: false };
  const decoder = new MessageDecoder({
    maxMessageBytes: FUZZED_MAX_BYTES,
    framing,
  });
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
