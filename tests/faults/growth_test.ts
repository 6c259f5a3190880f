import assert from "node:assert/strict";
import {
  growth,
  type Sample,
  table,
  trendOf,
  windowsFor,
} from "../../scripts/soak/window.ts";

const LIMITS = [{ value: "RSS", ratio: 1.2, slack: 4 }];

function samples(...values: readonly number[]): Sample[] {
  return values.map((RSS, i) => ({
    name: String(i),
    turns: 10,
    seconds: 5,
    values: { RSS },
  }));
}

Deno.test("growth() passes what goes up and down", () => {
  assert.deepEqual(growth(samples(100, 120, 140, 120), LIMITS), []);
  assert.deepEqual(growth(samples(100, 100, 100, 100), LIMITS), []);
});

Deno.test("growth() names what goes up and up", () => {
  const [problem] = growth(samples(100, 120, 140, 160), LIMITS);
  assert.equal(problem, "RSS grew from 110 to 150, allowed 136");
});

Deno.test("growth() fails on a value that is missing", () => {
  const [gone] = growth(samples(100, 100, NaN, NaN), LIMITS);
  assert.match(gone ?? "", /RSS grew/);
});

Deno.test("growth() fails on a window in which nothing was done", () => {
  const [first, ...rest] = samples(100, 100, 100, 100);
  assert.ok(first);
  const [problem] = growth([...rest, { ...first, turns: 0 }], LIMITS);
  assert.match(problem ?? "", /Nothing was done in window 0/);
});

Deno.test("growth() allows nothing where nothing may be left", () => {
  const nothing = [{ value: "RSS", ratio: 0, slack: 0 }];
  assert.deepEqual(growth(samples(3, 1, 0, 0), nothing), []);
  assert.equal(growth(samples(0, 0, 1, 1), nothing).length, 1);
});

Deno.test("table() lines up its columns", () => {
  assert.equal(
    table(samples(99.5, 100)),
    "window  turns  turns/s   RSS\n" +
      "     0     10        2  99.5\n" +
      "     1     10        2   100",
  );
});

Deno.test("trendOf() is the slope by least squares, and how sure it is", () => {
  assert.deepEqual(trendOf([1, 3, 5, 7]), { slope: 2, error: 0 });
  const { slope, error } = trendOf([10, 12, 10, 12, 10, 12, 10, 12]);
  assert.ok(Math.abs(slope) < error, `${slope} ± ${error}`);
});

Deno.test("growth() names a slow rise in a long load, not a restless value", () => {
  const limits = [{ value: "RSS", ratio: 1, slack: 5 }];
  const rising = Array.from({ length: 20 }, (_, i) => 100 + i * 0.29);
  const [problem] = growth(samples(...rising), limits);
  assert.match(problem ?? "", /rises by 0\.290|grew/);
  const restless = rising.map((_, i) => 100 + 4 * (i % 3));
  assert.deepEqual(growth(samples(...restless), limits), []);
});

Deno.test("windowsFor() has more windows for a longer load, within reason", () => {
  assert.deepEqual([10, 120, 300, 1200].map(windowsFor), [4, 4, 10, 20]);
});
