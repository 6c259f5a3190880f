import assert from "node:assert/strict";
import { EventReader } from "../../../src/responses/run/event_reader.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

const NEVER = new AbortController().signal;
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
  return new EventReader({ clock, onEvent: () => undefined })
    .read(stream, NEVER);
}

Deno.test("EventReader.read() reads on to the end, which keeps the connection", async () => {
  const clock = new ManualClock();
  const stream = streamOf(async function* () {
    yield DONE;
    yield { type: "anything else" };
  });
  assert.deepEqual(await read(stream, clock), DONE.response);
  assert.equal(stream.left(), false);
  assert.deepEqual(clock.pending, []);
});

Deno.test("EventReader.read() keeps an answer that the end of the stream breaks", async () => {
  const stream = streamOf(async function* () {
    yield DONE;
    throw new TypeError("connection lost");
  });
  assert.deepEqual(await read(stream), DONE.response);
});

Deno.test("EventReader.read() closes a stream that does not end by itself", async () => {
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

Deno.test("EventReader.read() takes the end of a response from its event alone", async () => {
  for (const status of ["incomplete", "failed", "cancelled"]) {
    const stream = streamOf(async function* () {
      yield { type: `response.${status}`, response: { output: [{ a: 1 }] } };
    });
    assert.deepEqual(await read(stream), { output: [{ a: 1 }], status });
  }
});

Deno.test("EventReader.read() tells a stream without events from one that was cut", async () => {
  const silent = streamOf(async function* () {});
  await assert.rejects(read(silent), { kind: "protocol", begun: true });
  const cut = streamOf(async function* () {
    yield { type: "response.created" };
  });
  await assert.rejects(read(cut), { kind: "connection", begun: true });
});

Deno.test("EventReader.read() puts items that end out of order back into it", async () => {
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

Deno.test("EventReader reads one response over several streams", async () => {
  const created: unknown[] = [];
  const reader = new EventReader({
    clock: new ManualClock(),
    onEvent: () => undefined,
    onCreated: (response) => created.push(response.id),
  });
  const item = { a: 1 };
  const first = streamOf(async function* () {
    const response = { id: "resp_1" };
    yield { type: "response.created", sequence_number: 0, response };
    yield { type: "response.output_item.done", sequence_number: 1, item };
  });
  await assert.rejects(reader.read(first, NEVER), { kind: "connection" });
  assert.deepEqual([reader.id, reader.last, reader.hasText], [
    "resp_1",
    1,
    false,
  ]);
  const second = streamOf(async function* () {
    yield { type: "response.output_text.delta", sequence_number: 2 };
    const response = { id: "resp_1" };
    yield { type: "response.completed", sequence_number: 3, response };
  });
  const finished = await reader.read(second, NEVER);
  assert.deepEqual(finished, { id: "resp_1", output: [item] });
  assert.deepEqual([reader.last, reader.hasText], [3, true]);
  assert.deepEqual(created, ["resp_1"]);
});

Deno.test("EventReader.read() ends with its signal, whatever the stream does", async () => {
  const options = { clock: new ManualClock(), onEvent: () => undefined };
  const silent = new Promise<never>(() => {});
  const read = (events: () => AsyncGenerator<unknown>, signal: AbortSignal) =>
    new EventReader(options).read(streamOf(events), signal);
  const controller = new AbortController();
  const stuck = read(async function* () {
    yield { type: "response.created" };
    await silent;
  }, controller.signal);
  controller.abort(new Error("enough"));
  await assert.rejects(stuck, /enough/);
  const late = new AbortController();
  const done = read(async function* () {
    yield DONE;
    late.abort(new Error("too late"));
    await silent;
  }, late.signal);
  assert.deepEqual(await done, DONE.response);
});
