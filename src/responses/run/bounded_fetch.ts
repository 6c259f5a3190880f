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
  let held: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  return new TransformStream({
    transform(chunk, controller): void {
      total += chunk.length;
      if (total > maxBytes) {
        held = [];
        controller.error(new ResponseTooBig(maxBytes));
        return;
      }
      const cut = chunk.lastIndexOf(LINE_FEED) + 1;
      if (cut > 0) {
        held.push(chunk.subarray(0, cut));
        controller.enqueue(join(held));
        held = [];
      }
      if (cut < chunk.length) held.push(chunk.subarray(cut));
    },
    flush(controller): void {
      if (held.length > 0) controller.enqueue(join(held));
    },
  });
}

function join(
  pieces: readonly Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  const [first] = pieces;
  if (first && pieces.length === 1) return first;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
