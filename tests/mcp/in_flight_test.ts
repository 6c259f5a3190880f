import assert from "node:assert/strict";
import { InFlight, MAX_BEGUN, MAX_HELD } from "../../src/mcp/in_flight.ts";

Deno.test("InFlight has room again when a call that waited is cancelled", async () => {
  const inFlight = new InFlight();
  const held = Promise.withResolvers<void>();
  const calls = Array.from(
    { length: MAX_BEGUN },
    (_, id) => inFlight.run(id, () => held.promise),
  );
  const size = (): number => MAX_HELD + 1;
  const waiting = inFlight.run("large", () => held.promise, { size });
  assert.equal(inFlight.full, true);
  assert.ok(inFlight.cancel("large", "no longer wanted"));
  await waiting;
  assert.equal(inFlight.full, false);
  held.resolve();
  await Promise.all(calls);
  assert.equal(inFlight.running, 0);
});
