import assert from "node:assert/strict";
import { ByteQueue } from "../../src/jsonrpc/_frame.ts";

Deno.test("ByteQueue gathers what comes byte by byte into few pieces", () => {
  const queue = new ByteQueue();
  const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i % 251);
  for (const byte of bytes) queue.push(Uint8Array.of(byte));
  assert.equal(queue.length, bytes.length);
  const pieces = queue.take();
  assert.ok(pieces.length < 10, `${pieces.length} pieces`);
  assert.deepEqual(pieces.flatMap((piece) => [...piece]), [...bytes]);
  const held = pieces.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  assert.ok(held < 3 * bytes.length, `${held} bytes`);
});

Deno.test("ByteQueue gives small and large pieces back as they came", () => {
  const queue = new ByteQueue();
  const sizes = [3, 20_000, 5, 1, 40_000, 2];
  const pieces = sizes.map((size, i) => new Uint8Array(size).fill(i + 1));
  for (const piece of pieces) queue.push(piece);
  assert.deepEqual(
    queue.take().flatMap((piece) => [...piece]),
    pieces.flatMap((piece) => [...piece]),
  );
  assert.equal(queue.length, 0);
});
