import assert from "node:assert/strict";
import { watchControllers } from "../../scripts/soak/controllers.ts";

Deno.test("watchControllers() counts who still listens, and nobody twice", () => {
  const watch = watchControllers();
  try {
    const lasting = new AbortController();
    const left = (): void => {};
    const gone = (): void => {};
    lasting.signal.addEventListener("abort", left, { once: true });
    lasting.signal.addEventListener("abort", gone);
    assert.deepEqual([watch.alive, watch.listeners], [1, 2]);
    lasting.signal.removeEventListener("abort", gone);
    assert.equal(watch.listeners, 1);
    lasting.abort();
    assert.equal(watch.listeners, 0);
    lasting.signal.removeEventListener("abort", left);
    lasting.signal.addEventListener("abort", left);
    assert.equal(watch.listeners, 0);
  } finally {
    watch.stop();
  }
});

Deno.test("watchControllers() leaves signals as they were", () => {
  const { addEventListener } = AbortSignal.prototype;
  watchControllers().stop();
  assert.equal(AbortSignal.prototype.addEventListener, addEventListener);
});
