import assert from "node:assert/strict";
import { ExpiringMap } from "../../../src/manuals/find/expiring_map.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

Deno.test("ExpiringMap() forgets the old and the surplus", () => {
  const clock = new ManualClock();
  const map = new ExpiringMap<number>(clock, { maxKeep: 2, ttlMs: 100 });
  map.set("a", 1);
  map.set("b", 2);
  map.set("c", 3);
  assert.deepEqual([map.get("a"), map.get("b")], [undefined, 2]);
  clock.advance(100);
  assert.deepEqual(map.values(), []);
});

Deno.test("ExpiringMap() takes what is set again for the youngest", () => {
  const clock = new ManualClock();
  const map = new ExpiringMap<number>(clock, { maxKeep: 2, ttlMs: 100 });
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  assert.deepEqual(map.values(), [3, 2]);
  map.set("c", 4);
  assert.deepEqual(map.values(), [4, 3]);
});
