import type { Framing } from "./framing.ts";

/** Options of {@linkcode MessageEncoderStream}. */
export interface MessageEncoderOptions {
  /** The connection's framing, read anew for every chunk. */
  framing?: Framing;
  /** Hears of what is sent, for the debug log. */
  debug?: (line: string) => void;
}

/**
 * Turns messages into bytes in the peer's framing. It takes lists of JSON texts
 * and makes one chunk of each list, so that messages which were ready together
 * leave in one write.
 *
 * @example
 * ```ts
 * import { MessageEncoderStream } from "@uchimanajet7/openai-responses-mcp";
 * import assert from "node:assert/strict";
 *
 * const stream = ReadableStream.from([['{"a":"é"}', "{}"]])
 *   .pipeThrough(new MessageEncoderStream())
 *   .pipeThrough(new TextDecoderStream());
 * const text = (await Array.fromAsync(stream)).join("");
 * assert.equal(
 *   text,
 *   'Content-Length: 10\r\n\r\n{"a":"é"}Content-Length: 2\r\n\r\n{}',
 * );
 * ```
 */
export class MessageEncoderStream
  extends TransformStream<readonly string[], Uint8Array> {
  /** Makes the stream of one connection. */
  constructor(options: MessageEncoderOptions = {}) {
    const framing = options.framing ?? { lines: false };
    const encoder = new TextEncoder();
    super({
      transform(texts, controller): void {
        const bytes = framing.lines
          ? encoder.encode(texts.join("\n") + "\n")
          : encodeFrames(texts, encoder);
        options.debug?.(
          `send (${framing.lines ? "line" : "framed"}) bytes=${bytes.length}`,
        );
        controller.enqueue(bytes);
      },
    });
  }
}

function encodeFrames(
  texts: readonly string[],
  encoder: TextEncoder,
): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  for (const text of texts) {
    const body = encoder.encode(text);
    const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
    parts.push(head, body);
    total += head.length + body.length;
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
