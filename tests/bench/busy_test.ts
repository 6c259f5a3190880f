import assert from "node:assert/strict";
import {
  clocksIn,
  isBusy,
  otherWork,
  shareOfOthers,
} from "../../scripts/bench/busy.ts";

// user nice system idle iowait irq softirq steal guest guest_nice
const MACHINE = "cpu  100 10 50 800 20 1 2 7 90 5\ncpu0 1 2 3 4\n";
const SELF = `42 (a (name) of 3) S 1 ${
  Array.from({ length: 9 }, () => 0).join(" ")
} 60 20 30 10 7 7`;

Deno.test("clocksIn() counts guests once and ended children as ours", () => {
  assert.deepEqual(clocksIn(MACHINE, SELF), {
    all: 990,
    atWork: 170,
    own: 120,
  });
});

Deno.test("shareOfOthers() is what neither we nor nobody took", () => {
  const start = { all: 1000, atWork: 400, own: 100 };
  const end = { all: 2000, atWork: 900, own: 350 };
  assert.equal(shareOfOthers(start, end), 0.25);
  // Ticks are counted at different moments.
  assert.equal(shareOfOthers(start, { ...end, own: 700 }), 0);
});

Deno.test("isBusy() looks before the run and at what happens during it", () => {
  assert.equal(isBusy({ cores: 2, load: 0.4 }), false);
  assert.equal(isBusy({ cores: 2, load: 0.5 }), true);
  assert.equal(isBusy({ cores: 2, load: 0, others: 0.1 }), true);
  assert.equal(
    otherWork({ cores: 2, load: 0.1, others: 0.034 }),
    "a load of 0.1 before the run; while it ran, others took 3 % of the cores",
  );
  assert.equal(otherWork({ cores: 2, load: 1 }), "a load of 1 before the run");
});
