import { Buffer } from "node:buffer";
import {
  MessageDecoder,
  type MessageDecoderOptions,
} from "../../src/jsonrpc/message_decoder.ts";
import { ProtocolError } from "../../src/jsonrpc/messages.ts";

/** The UTF-8 bytes of a text, or of several joined. */
export function utf8(...texts: string[]): Uint8Array {
  return new TextEncoder().encode(texts.join(""));
}

/** A `Content-Length` frame around a text. */
export function frame(text: string): string {
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** A request as a JSON text. */
export function request(
  id: number,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** Cuts bytes into chunks of one size. */
export function chunked(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    chunks.push(bytes.slice(at, at + size));
  }
  return chunks;
}

/** Decodes chunks; errors appear as their code, which is what tests ask for. */
export function decodeAll(
  chunks: readonly Uint8Array[],
  options: MessageDecoderOptions = {},
): unknown[] {
  const decoder = new MessageDecoder(options);
  const messages = chunks.flatMap((chunk) => decoder.decode(chunk));
  return [...messages, ...decoder.end()].map((message) =>
    message instanceof ProtocolError ? message.code : message
  );
}
