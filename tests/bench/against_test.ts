import assert from "node:assert/strict";
import { against, toLines } from "../../scripts/bench/against.ts";
import { betterOf, type Row } from "../../scripts/bench/row.ts";
import {
  FLOORS,
  readRecorded,
  RECORDED,
  SCALE,
} from "../../scripts/docs/benchmarks.ts";

/** A start over a floor, as `startup` has it. */
function startup(
  ratio: number,
  { spread = 0.05, samples = 30 } = {},
): { startup: Row[] } {
  const around = (value: number): [number, number] => [
    value * (1 - spread / 2),
    value * (1 + spread / 2),
  ];
  const row = (name: string, value: number): Row => ({
    ...{ name, value, unit: "ms", quartiles: around(value), samples },
  });
  const ours = { ...row("ours, Deno", 10 * ratio), ratio, to: "bare Deno" };
  return { startup: [row("bare Deno", 10), ours] };
}

Deno.test("against() names a ratio that is worse than it was", () => {
  const comparison = against(startup(2), startup(2.4));
  assert.equal(comparison.compared, 1);
  assert.deepEqual(toLines(comparison), [
    "1 of 1 ratios are worse by more than the noise",
    "startup: ours, Deno: 2.40 × bare Deno, was 2.00: 1.20 times worse",
  ]);
});

Deno.test("against() takes no noise for a change, and no gain for a loss", () => {
  const noisy = [
    startup(2.1), // within 15 %
    startup(1.2), // better
    startup(2.4, { spread: 0.5 }),
    startup(2.4, { samples: 3 }),
  ];
  for (const now of noisy) {
    assert.deepEqual(against(startup(2), now), { compared: 1, worse: [] });
  }
});

Deno.test("against() knows which way a ratio gets better", () => {
  const row = (over: Partial<Row>): { section: Row[] } => ({
    section: [{ name: "x", value: 1, unit: "ms", ratio: 2, to: "y", ...over }],
  });
  const isWorse = (over: Partial<Row>, ratio: number): boolean =>
    against(row(over), row({ ...over, ratio })).worse.length > 0;
  const better: readonly (readonly [Partial<Row>, "less" | "more"])[] = [
    [{ name: "ours, Deno" }, "less"],
    [{ name: "ours, Deno", unit: "/s" }, "more"],
    [{ name: "ours, Markdown", unit: "MB/s" }, "more"],
    [{ name: "SDK 1.x, Deno", to: "ours, Deno" }, "more"],
    [{ target: "≤ 2" }, "less"],
    [{ target: "≥ 2" }, "more"],
  ];
  for (const [over, direction] of better) {
    assert.equal(isWorse(over, 4), direction === "less", JSON.stringify(over));
    assert.equal(isWorse(over, 1), direction === "more", JSON.stringify(over));
  }
  assert.ok(!isWorse({}, 4) && !isWorse({}, 1), "a floor beside a floor");
});

Deno.test("against() compares what both runs have", () => {
  const [, ours] = startup(4).startup;
  const now = {
    startup: [{ ...ours as Row, to: "another floor" }],
    memory: [],
  };
  assert.deepEqual(against(startup(2), now), { compared: 0, worse: [] });
});

Deno.test("against() compares all that was recorded, but floors with floors", () => {
  for (const file of [RECORDED, SCALE]) {
    const { sections } = readRecorded(Deno.readTextFileSync(file));
    const rows = Object.values(sections).flat();
    const left = rows.filter((row) => row.ratio && !betterOf(row));
    const ours = left.filter(({ name }) => !FLOORS.test(name));
    assert.deepEqual(ours.map(({ name, to }) => `${name} to ${to}`), []);
    assert.ok(left.length < rows.length / 4);
  }
});
