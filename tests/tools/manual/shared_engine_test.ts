import assert from "node:assert/strict";
import { SharedEngine } from "../../../src/tools/manual/shared_engine.ts";

/** An engine that counts, and a call that waits to be released. */
function setUp(): {
  shared: SharedEngine<{ close(): void }>;
  counts: { opened: number; closed: number };
  hold(): { call: Promise<void>; release: () => void };
} {
  const counts = { opened: 0, closed: 0 };
  const shared = new SharedEngine(() => {
    counts.opened++;
    return Promise.resolve({ close: () => void counts.closed++ });
  });
  return {
    shared,
    counts,
    hold() {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => release = resolve);
      return { call: shared.use(() => held), release };
    },
  };
}

Deno.test("SharedEngine() opens once, and closes when nothing uses it", async () => {
  const { shared, counts } = setUp();
  await shared.rest();
  assert.deepEqual(counts, { opened: 0, closed: 0 });
  assert.equal(await shared.use(() => "a"), "a");
  assert.equal(await shared.use(() => Promise.resolve("b")), "b");
  assert.deepEqual(counts, { opened: 1, closed: 0 });
  await shared.rest();
  assert.deepEqual(counts, { opened: 1, closed: 1 });
});

Deno.test("SharedEngine() waits with closing for the last call in hand", async () => {
  const { shared, counts, hold } = setUp();
  const [first, second] = [hold(), hold()];
  await shared.rest();
  first.release();
  await first.call;
  assert.equal(counts.closed, 0);
  second.release();
  await second.call;
  assert.equal(counts.closed, 1);
});

Deno.test("SharedEngine() does not close under calls that came after its rest", async () => {
  const { shared, counts, hold } = setUp();
  const first = hold();
  await shared.rest();
  const second = hold();
  first.release();
  second.release();
  await Promise.all([first.call, second.call]);
  assert.equal(counts.closed, 0);
});

Deno.test("SharedEngine() tries again to open after a failure", async () => {
  let tries = 0;
  const shared = new SharedEngine(() =>
    ++tries === 1
      ? Promise.reject(new Error("cannot open"))
      : Promise.resolve({ close(): void {} })
  );
  await assert.rejects(shared.use(() => "a"), /cannot open/);
  await shared.rest();
  assert.equal(await shared.use(() => "b"), "b");
});
