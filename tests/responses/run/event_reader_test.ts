import assert from "node:assert/strict";
import { readStream } from "../../../src/responses/run/read_stream.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const DONE = { type: "response.completed", response: { output: [{ a: 1 }] } };

/** A stream of events that tells whether it was left before its end. */
function streamOf(events: () => AsyncGenerator<unknown>) {
  const controller = new AbortController();
  let left = true;
  async function* read(): AsyncGenerator<unknown> {
    yield* events();
    left = false;
  }
  return {
    controller,
    [Symbol.asyncIterator]: read,
    left: () => left,
  };
}

function read(stream: ReturnType<typeof streamOf>, clock = new ManualClock()) {
  return readStream(stream, { clock, onEvent: () => undefined });
}

Deno.test("readStream() reads on to the end, which keeps the connection", async () => {
  const clock = new ManualClock();
  const stream = streamOf(async function* () {
    yield DONE;
    yield { type: "anything else" };
  });
  assert.deepEqual(await read(stream, clock), DONE.response);
  assert.equal(stream.left(), false);
  assert.deepEqual(clock.pending, []);
});

Deno.test("readStream() keeps an answer that the end of the stream breaks", async () => {
  const stream = streamOf(async function* () {
    yield DONE;
    throw new TypeError("connection lost");
  });
  assert.deepEqual(await read(stream), DONE.response);
});

Deno.test("readStream() closes a stream that does not end by itself", async () => {
  const clock = new ManualClock();
  const stream = streamOf(async function* () {
    yield DONE;
    const closed = Promise.withResolvers<void>();
    stream.controller.signal.onabort = () => closed.resolve();
    clock.advance(100);
    await closed.promise;
  });
  assert.deepEqual(await read(stream, clock), DONE.response);
});

Deno.test("readStream() takes the end of a response from its event alone", async () => {
  for (const status of ["incomplete", "failed"]) {
    const stream = streamOf(async function* () {
      yield { type: `response.${status}`, response: { output: [{ a: 1 }] } };
    });
    assert.deepEqual(await read(stream), { output: [{ a: 1 }], status });
  }
});

Deno.test("readStream() tells a stream without events from one that was cut", async () => {
  const silent = streamOf(async function* () {});
  await assert.rejects(read(silent), { kind: "protocol", begun: true });
  const cut = streamOf(async function* () {
    yield { type: "response.created" };
  });
  await assert.rejects(read(cut), { kind: "connection", begun: true });
});

Deno.test("readStream() puts items that end out of order back into it", async () => {
  const stream = streamOf(async function* () {
    for (const output_index of [1, 0, 10, 2]) {
      const item = { a: output_index };
      yield { type: "response.output_item.added", output_index, item };
      yield { type: "response.output_item.done", output_index, item };
    }
    yield { type: "response.completed", response: { id: "resp_1" } };
  });
  assert.deepEqual(await read(stream), {
    id: "resp_1",
    output: [{ a: 0 }, { a: 1 }, { a: 2 }, { a: 10 }],
  });
  const unnumbered = streamOf(async function* () {
    for (const a of [1, 2]) {
      yield { type: "response.output_item.done", item: { a } };
    }
    yield { type: "response.completed" };
  });
  const { output } = await read(unnumbered);
  assert.deepEqual(output, [{ a: 1 }, { a: 2 }]);
});
