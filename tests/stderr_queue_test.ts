import assert from "node:assert/strict";
import type { ByteWriter } from "../src/runtime/runtime.ts";
import { StderrQueue } from "../src/log.ts";

/** A standard error that takes a write only when it is told to. */
function heldSink(): {
  writer: ByteWriter;
  written: string[];
  release(): void;
} {
  const written: string[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => open = resolve);
  const decoder = new TextDecoder();
  const writer = {
    async write(bytes: Uint8Array): Promise<void> {
      await gate;
      written.push(decoder.decode(bytes));
    },
    close: () => Promise.resolve(),
  };
  return { writer, written, release: () => open() };
}

Deno.test("StderrQueue() writes lines in order, those that wait together", async () => {
  const { writer, written, release } = heldSink();
  const queue = new StderrQueue(() => writer);
  queue.write("one\n");
  await null;
  await null;
  queue.write("two\n");
  queue.write("three\n");
  release();
  await queue.drained();
  assert.deepEqual(written, ["one\n", "two\nthree\n"]);
});

Deno.test("StderrQueue() keeps what fits while nobody reads, and counts the rest", async () => {
  const { writer, written, release } = heldSink();
  const queue = new StderrQueue(() => writer);
  const line = "x".repeat(99) + "\n";
  for (let i = 0; i < 10_000; i++) queue.write(line);
  release();
  await queue.drained();
  const text = written.join("");
  assert.match(
    text,
    /^\d+ lines lost: standard error was not read in time.*\nx/,
  );
  const lost = Number(/(\d+) lines lost/.exec(text)?.[1]);
  assert.equal(text.split(line).length - 1 + lost, 10_000);
  assert.ok(text.length < 400_000, `${text.length} characters kept`);
});

Deno.test("StderrQueue() loses nothing of what is read in time, however much", async () => {
  const { writer, written, release } = heldSink();
  release();
  const queue = new StderrQueue(() => writer);
  const line = "x".repeat(999) + "\n";
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 100; i++) queue.write(line);
    await queue.drained();
  }
  assert.equal(written.join(""), line.repeat(2000));
});

Deno.test("StderrQueue() loses a line that is too long by itself, and says so", async () => {
  const { writer, written, release } = heldSink();
  release();
  const queue = new StderrQueue(() => writer);
  queue.write("x".repeat(300_000));
  await queue.drained();
  assert.match(
    written.join(""),
    /^1 line lost: .* or a line was longer than 262144 characters\n$/,
  );
});

Deno.test("StderrQueue() goes on when a write fails", async () => {
  const written: number[] = [];
  const queue = new StderrQueue(() => ({
    write(bytes) {
      written.push(bytes.length);
      return Promise.reject(new Error("broken pipe"));
    },
    close: () => Promise.resolve(),
  }));
  queue.write("one\n");
  await queue.drained();
  queue.write("three\n");
  await queue.drained();
  assert.deepEqual(written, [4, 6]);
});

Deno.test("StderrQueue() tells what was lost before anything else that waits", async () => {
  const { writer, written, release } = heldSink();
  const queue = new StderrQueue(() => writer);
  const line = "x".repeat(99) + "\n";
  queue.write("under way\n");
  await null;
  await null;
  for (let i = 0; i < 10_000; i++) queue.write(line);
  release();
  await queue.drained();
  assert.equal(written[0], "under way\n");
  assert.match(written[1] ?? "", /^\d+ lines lost: /);
  assert.equal(written[2]?.startsWith(line), true);
});

Deno.test("StderrQueue() tries again to open what could not be opened", async () => {
  const { writer, written, release } = heldSink();
  release();
  let tries = 0;
  const queue = new StderrQueue(() => {
    if (++tries === 1) throw new Error("too many open files");
    return writer;
  });
  queue.write("lost\n");
  await queue.drained();
  queue.write("there\n");
  await queue.drained();
  assert.deepEqual(written, ["there\n"]);
});
