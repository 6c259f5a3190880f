import {
  type Decoded,
  MessageDecoder,
  type MessageDecoderOptions,
} from "./message_decoder.ts";

/**
 * Turns bytes into messages: each chunk becomes the list of messages that it
 * completes. A list a chunk, because a queue step a message would cost more than
 * parsing it.
 *
 * @example Both framings
 * ```ts
 * import { MessageDecoderStream } from "@uchimanajet7/openai-responses-mcp";
 * import assert from "node:assert/strict";
 *
 * const input = new Blob([
 *   'Content-Length: 15\r\n\r\n{"framed":"é"}',
 *   '{"line":2}\n',
 * ]);
 * const messages: unknown[] = [];
 * for await (
 *   const batch of input.stream().pipeThrough(new MessageDecoderStream())
 * ) {
 *   messages.push(...batch);
 * }
 * assert.deepEqual(messages, [{ framed: "é" }, { line: 2 }]);
 * ```
 */
export class MessageDecoderStream
  extends TransformStream<Uint8Array, Decoded[]> {
  /** Makes the stream of one connection. */
  constructor(options: MessageDecoderOptions = {}) {
    const decoder = new MessageDecoder(options);
    super({
      transform(chunk, controller): void {
        const messages = decoder.decode(chunk);
        if (messages.length > 0) controller.enqueue(messages);
      },
      flush(controller): void {
        const messages = decoder.end();
        if (messages.length > 0) controller.enqueue(messages);
      },
    });
  }
}
