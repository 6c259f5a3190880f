import type { Fetch } from "../../runtime/runtime.ts";

/** A server sent more than is read. */
export class ResponseTooBig extends Error {
  override readonly name = "ResponseTooBig";

  /** Names the bound. */
  constructor(maxBytes: number) {
    super(`The response is longer than ${maxBytes} bytes`);
  }
}

/**
 * Fetches, but reads no more than so many bytes of a body, counted after
 * decoding: a few of them may have been packed into one.
 */
export function boundedFetch(fetch: Fetch, maxBytes: number): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    const bounded = wholeLines(body, maxBytes, init?.signal);
    // The SDK reads the body of an error by itself, and tells no one when that
    // fails; here it is an error of the request.
    const whole = response.ok
      ? bounded
      : await new Response(bounded).arrayBuffer();
    return new Response(whole, { status, statusText, headers });
  };
}

const LINE_FEED = 10;
const CHUNK_BYTES = 16 * 1024;

/**
 * Passes on whole lines, up to a number of bytes in all: the time that the SDK
 * takes for a line that comes in pieces is quadratic in their number. Read as
 * it is asked for, without a pipe: on Deno an abort can leave one hanging.
 */
function wholeLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = untilAborted(chunksOf(body), signal);
  const held = new ByteBuffer();
  let total = 0;
  return new ReadableStream({
    async pull(controller): Promise<void> {
      for (;;) {
        const chunk = await reader.read();
        if (!chunk) {
          if (held.length > 0) controller.enqueue(held.take());
          return controller.close();
        }
        total += chunk.length;
        if (total > maxBytes) {
          const error = new ResponseTooBig(maxBytes);
          controller.error(error);
          return await reader.cancel(error);
        }
        const cut = chunk.lastIndexOf(LINE_FEED) + 1;
        held.add(chunk.subarray(0, cut));
        const lines = cut > 0 ? held.take() : undefined;
        held.add(chunk.subarray(cut));
        if (lines) return controller.enqueue(lines);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/** Reads a body chunk by chunk. */
interface ChunkReader {
  /** The next bytes, good until the next call; `undefined` at the end. */
  read(): Promise<Uint8Array | undefined>;
  cancel(reason: unknown): Promise<void>;
}

/**
 * Cancels the reading with its signal: Deno does not close every connection
 * whose request was aborted. Stops listening when the body has ended or failed:
 * Node keeps it for as long as its request can be reached, and a body
 * that failed reaches its request.
 */
function untilAborted(
  reader: ChunkReader,
  signal: AbortSignal | null | undefined,
): ChunkReader {
  const stop = (): void => {
    reader.cancel(signal?.reason).catch(() => undefined);
  };
  const unlisten = (): void => signal?.removeEventListener("abort", stop);
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  return {
    async read() {
      let chunk: Uint8Array | undefined;
      try {
        return chunk = await reader.read();
      } finally {
        if (!chunk) unlisten();
      }
    },
    cancel(reason) {
      unlisten();
      return reader.cancel(reason);
    },
  };
}

/**
 * Reads into one buffer again and again. Without one, Deno makes 64 KiB for
 * every event, however small, and a thousand answers leave it with hundreds of
 * megabytes to collect.
 */
function chunksOf(body: ReadableStream<Uint8Array>): ChunkReader {
  const reader = bufferedReader(body);
  if (!reader) return plainChunksOf(body.getReader());
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return undefined;
      buffer = value.buffer;
      return value;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

function bufferedReader(
  body: ReadableStream<Uint8Array>,
): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch (error) {
    // A stream of chunks, not of bytes: from a `fetch` that is not the runtime's.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function plainChunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ChunkReader {
  return {
    read: async () => (await reader.read()).value,
    cancel: (reason) => reader.cancel(reason),
  };
}

/**
 * Bytes that are being gathered. They are copied: the next chunk is read into
 * the same place.
 */
class ByteBuffer {
  #bytes = new Uint8Array(0);
  /** How many there are. */
  length = 0;

  add(chunk: Uint8Array): void {
    const length = this.length + chunk.length;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.length));
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.length);
    this.length = length;
  }

  /** Gives them away, and begins anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.length);
    this.#bytes = new Uint8Array(0);
    this.length = 0;
    return taken;
  }
}
