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
    const bounded = body.pipeThrough(wholeLines(maxBytes));
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
 * takes for a line that comes in pieces is quadratic in their number.
 */
function wholeLines(
  maxBytes: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const held = new ByteBuffer();
  let total = 0;
  return new TransformStream({
    transform(chunk, controller): void {
      total += chunk.length;
      if (total > maxBytes) {
        held.take();
        controller.error(new ResponseTooBig(maxBytes));
        return;
      }
      const cut = chunk.lastIndexOf(LINE_FEED) + 1;
      if (cut > 0) {
        held.add(chunk.subarray(0, cut));
        controller.enqueue(held.take());
      }
      held.add(chunk.subarray(cut));
    },
    flush(controller): void {
      if (held.length > 0) controller.enqueue(held.take());
    },
  });
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
