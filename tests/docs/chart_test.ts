import assert from "node:assert/strict";
import {
  amount,
  type Bar,
  type Chart,
  renderChart,
} from "../../scripts/docs/chart.ts";
import { axisFor } from "../../scripts/docs/chart_axis.ts";

const BARS: readonly Bar[] = [
  { name: "bare", value: 20, quartiles: [18, 25], kind: "floor" },
  { name: "ours <1>", value: 30, kind: "ours" },
];

function chart(bars: readonly Bar[]): Chart {
  return { title: "A & B", note: "Shorter is better.", unit: "ms", bars };
}

/** Widths of the bars, in order. */
function widths(svg: string): number[] {
  const found = svg.matchAll(
    /class="(?:ours|floor|peer)" .*? width="([\d.]+)"/g,
  );
  return [...found].map(([, width]) => Number(width));
}

Deno.test("renderChart() draws a bar a figure, as long as it is large", () => {
  const [bare = 0, ours = 0, ...more] = widths(renderChart(chart(BARS)));
  assert.deepEqual(more, []);
  assert.ok(Math.abs(ours / bare - 1.5) < 0.01, `${bare} and ${ours}`);
});

Deno.test("renderChart() draws a whisker where there are quartiles", () => {
  const svg = renderChart(chart(BARS));
  assert.equal(svg.match(/class="whisker"/g)?.length, 1);
});

Deno.test("renderChart() tells its figures to whoever does not see them", () => {
  const svg = renderChart(chart(BARS));
  assert.match(svg, /role="img" aria-labelledby="title note"/);
  assert.match(svg, /<title id="title">A &amp; B<\/title>/);
  assert.match(svg, /<desc .*bare: 20 ms; ours &lt;1&gt;: 30 ms\.<\/desc>/);
});

Deno.test("renderChart() needs nothing from elsewhere and knows dark pages", () => {
  const svg = renderChart(chart(BARS));
  assert.match(svg, /prefers-color-scheme: dark/);
  assert.equal(svg.match(/https?:/g)?.length, 1, "the namespace");
});

Deno.test("renderChart() says so when its scale is logarithmic", () => {
  const far: Bar = { name: "peer", value: 20_000, kind: "peer" };
  assert.doesNotMatch(renderChart(chart(BARS)), /Logarithmic/);
  const svg = renderChart(chart([...BARS, far]));
  assert.match(svg, /Logarithmic scale/);
  assert.ok(widths(svg).every((width) => width > 1), "every bar is seen");
});

Deno.test("axisFor() keeps every value within its place, from zero", () => {
  const axis = axisFor([3, 7.2], [100, 500]);
  assert.deepEqual(axis.ticks, [0, 2, 4, 6, 8]);
  assert.equal(axis.at(0), 100);
  assert.equal(axis.at(8), 500);
});

Deno.test("axisFor() takes decades for what is far apart, and nothing below zero", () => {
  const axis = axisFor([0.5, 700], [0, 400]);
  assert.deepEqual(axis.ticks, [0.1, 1, 10, 100, 1000]);
  assert.equal(axis.at(10), 200);
  assert.throws(() => axisFor([0, 1], [0, 1]), RangeError);
});

Deno.test("amount() rounds to what a figure is worth", () => {
  const shown = [0, 0.04567, 1.5, 123.4, 20_123.6].map(amount);
  assert.deepEqual(shown, ["0", "0.0457", "1.5", "123", "20,124"]);
});
