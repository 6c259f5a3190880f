import assert from "node:assert/strict";
import {
  boundedFetch,
  ResponseTooBig,
} from "../../../src/responses/run/bounded_fetch.ts";

const MAX = 100;

/** Fetches a body that comes in pieces, and tells whether all were taken. */
function fetchOf(pieces: readonly string[], status = 200) {
  let cancelled = false;
  const encoder = new TextEncoder();
  const rest = [...pieces];
  const body = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const piece = rest.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(encoder.encode(piece));
      },
      cancel() {
        cancelled = true;
      },
    });
  const headers = { "x-test": "kept" };
  const fetch = boundedFetch(
    () => Promise.resolve(new Response(body(), { status, headers })),
    MAX,
  );
  return { response: fetch("http://a.test/"), cancelled: () => cancelled };
}

async function chunksOf(response: Response): Promise<string[]> {
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  for await (const chunk of response.body ?? []) {
    chunks.push(decoder.decode(chunk));
  }
  return chunks;
}

Deno.test("boundedFetch() passes whole lines on, and the last without its end", async () => {
  const { response } = fetchOf(["a", "b\nc", "\n\nd", "e"]);
  const chunks = await chunksOf(await response);
  assert.deepEqual(chunks, ["ab\n", "c\n\n", "de"]);
  assert.equal((await response).headers.get("x-test"), "kept");
  // The end of an event is not kept back because it comes by itself.
  const alone = await fetchOf(["a\n", "\n", "b"]).response;
  assert.deepEqual(await chunksOf(alone), ["a\n", "\n", "b"]);
});

Deno.test("boundedFetch() reads a body up to its bound, lines or not", async () => {
  for (const piece of ["x".repeat(50), "x\n".repeat(25)]) {
    const fits = fetchOf([piece, piece]);
    assert.equal(await (await fits.response).text(), piece + piece);
    const over = fetchOf([piece, piece, "x", piece]);
    const response = await over.response;
    await assert.rejects(response.text(), ResponseTooBig);
    assert.ok(over.cancelled());
  }
});

Deno.test("boundedFetch() fails the request whose error is longer than its bound", async () => {
  const short = fetchOf(["no"], 500);
  const response = await short.response;
  assert.deepEqual([response.status, await response.text()], [500, "no"]);
  const long = fetchOf(["x".repeat(60), "x".repeat(60)], 500);
  await assert.rejects(long.response, ResponseTooBig);
});

Deno.test("boundedFetch() leaves a response without a body alone", async () => {
  const empty = new Response(null, { status: 204 });
  const fetch = boundedFetch(() => Promise.resolve(empty), MAX);
  assert.equal(await fetch("http://a.test/"), empty);
});

Deno.test("boundedFetch() reads a stream of bytes into one buffer", async () => {
  const pieces = ["a\nb", "c\n", "d".repeat(40)];
  const rest = [...pieces];
  let lent = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const piece = rest.shift();
      const request = controller.byobRequest;
      if (piece === undefined) controller.close();
      else if (request?.view) {
        const { buffer, byteOffset, byteLength } = request.view;
        const view = new Uint8Array(buffer, byteOffset, byteLength);
        view.set(new TextEncoder().encode(piece));
        lent++;
        return request.respond(piece.length);
      }
      request?.respond(0);
    },
  });
  const fetch = boundedFetch(() => Promise.resolve(new Response(body)), MAX);
  const chunks = await chunksOf(await fetch("http://a.test/"));
  assert.deepEqual(chunks, ["a\n", "bc\n", "d".repeat(40)]);
  assert.equal(lent, pieces.length);
});

/** A signal that tells how many listen to it. */
class WatchedSignal extends EventTarget {
  readonly aborted = false;
  listeners = 0;

  override addEventListener(
    ...args: Parameters<EventTarget["addEventListener"]>
  ): void {
    this.listeners++;
    super.addEventListener(...args);
  }

  override removeEventListener(
    ...args: Parameters<EventTarget["removeEventListener"]>
  ): void {
    this.listeners--;
    super.removeEventListener(...args);
  }
}

Deno.test("boundedFetch() lets go of the signal of a body that is over, however it ended", async () => {
  const LINE = new TextEncoder().encode("x\n");
  const ENDS = {
    whole: (body: ReadableStreamDefaultController) => body.close(),
    cut: (body: ReadableStreamDefaultController) => body.error(new Error()),
    tooBig: (body: ReadableStreamDefaultController) =>
      body.enqueue(new Uint8Array(MAX)),
    left: () => undefined,
  };
  for (const [name, end] of Object.entries(ENDS)) {
    let started = false;
    const body = new ReadableStream({
      pull(controller): void {
        if (started) return end(controller);
        controller.enqueue(LINE);
        started = true;
      },
    }, { highWaterMark: 0 });
    const signal = new WatchedSignal();
    const fetch = boundedFetch(() => Promise.resolve(new Response(body)), MAX);
    const response = await fetch("http://a.test/", {
      signal: signal as unknown as AbortSignal,
    });
    const reader = response.body?.getReader();
    assert.deepEqual((await reader?.read())?.value, LINE, name);
    assert.equal(signal.listeners, 1, name);
    if (name === "left") await reader?.cancel();
    else await reader?.read().catch(() => undefined);
    assert.equal(signal.listeners, 0, name);
  }
});
