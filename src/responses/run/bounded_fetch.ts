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
  const reader = body.getReader();
  // Deno does not close every connection whose request was aborted.
  const stop = (): void => {
    reader.cancel(signal?.reason).catch(() => undefined);
  };
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  const held = new ByteBuffer();
  let total = 0;
  return new ReadableStream({
    async pull(controller): Promise<void> {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) {
          if (held.length > 0) controller.enqueue(held.take());
          return controller.close();
        }
        total += value.length;
        if (total > maxBytes) {
          const error = new ResponseTooBig(maxBytes);
          controller.error(error);
          return await reader.cancel(error);
        }
        const cut = value.lastIndexOf(LINE_FEED) + 1;
        if (cut === value.length && held.length === 0) {
          return controller.enqueue(value);
        }
        held.add(value.subarray(0, cut));
        if (cut === 0) {
          held.add(value);
          continue;
        }
        controller.enqueue(held.take());
        return held.add(value.subarray(cut));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/**
 * Bytes that are being gathered. They are copied: a small chunk may be a view
 * of a buffer many times its size.
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
