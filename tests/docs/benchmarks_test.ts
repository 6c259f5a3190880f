import assert from "node:assert/strict";
import type { Report } from "../../scripts/bench/report.ts";
import type { Row, Target } from "../../scripts/bench/row.ts";
import { PARTS } from "../../scripts/docs/benchmark_parts.ts";
import {
  benchmarkCharts,
  benchmarkPage,
  readRecorded,
  RECORDED,
} from "../../scripts/docs/benchmarks.ts";
import { felt } from "../../scripts/docs/felt.ts";

const OURS = { name: "ours, Deno", value: 33, unit: "ms" } as const;
const ROWS: readonly Row[] = [
  { name: "bare Deno", value: 20, unit: "ms", quartiles: [19, 22] },
  { ...OURS, ratio: 1.65, to: "bare Deno", target: "≤ 1.5" },
  { name: "SDK 1.x, Deno", value: 165, unit: "ms" },
  { name: "peers", value: NaN, unit: "ms", note: "no npm on PATH" },
  { ...OURS, ratio: 0.2, to: "SDK 1.x, Deno", target: "≤ 0.4" },
];

function report(load = 0): Report {
  return {
    date: "2026-11-15T18:30:00.000Z",
    quick: false,
    machine: {
      os: "linux",
      arch: "x86_64",
      cpu: "Some CPU",
      cores: 2,
      memory_gib: 24,
      load,
    },
    versions: { "openai-responses-mcp": "1.2.3", deno: "2.9.6", node: "20.1" },
    sections: { startup: ROWS },
  };
}

Deno.test("benchmarkPage() tells the day in Tokyo and the machine's size", () => {
  const page = benchmarkPage(report()).replaceAll("\n", " ");
  assert.match(page, /Recorded on 2026-11-16 \(Asia\/Tokyo\)/);
  assert.match(page, /2 cores \(Some CPU\), 24 GiB of memory, Deno 2\.9\.6/);
  assert.match(page, /Node 20\.1, with a load of 0 before the run\./);
  assert.doesNotMatch(page, /busy/);
});

Deno.test("benchmarkPage() admits that the machine was busy", () => {
  assert.match(benchmarkPage(report(1.7)), /a load of 1\.7 before the run/);
});

Deno.test("benchmarkPage() counts targets and shows misses as misses", () => {
  const page = benchmarkPage(report());
  assert.match(page, /^1 of 2 targets\nare met; these are not:/m);
  assert.match(
    page,
    /^\| Start-up \| ours, Deno \| 1\.65 × bare Deno \| ≤ 1\.5 *\| 33 ms instead of 30: /m,
  );
  assert.match(page, /1\.65 × bare Deno; ≤ 1\.5: \*\*missed\*\*/);
  assert.match(page, /0\.20 × SDK 1\.x, Deno; ≤ 0\.4: met/);
});

Deno.test("felt() tells what a miss is to users", () => {
  const row = (
    value: number,
    unit: string,
    ratio: number,
    target: Target = "≤ 1",
  ): Row => ({ name: "x", value, unit, ratio, to: "y", target });
  const cases: readonly [Row, string][] = [
    [row(1.2, "ms", 1.2), "1.2 ms instead of 1: nobody notices"],
    [row(500, "µs", 2), "500 µs instead of 250: nobody notices"],
    [row(60, "ms", 2), "60 ms instead of 30: at once either way"],
    [
      row(150, "ms", 2),
      "150 ms instead of 75: a wait; on target none",
    ],
    [
      row(900, "ms", 2),
      "900 ms instead of 450: a wait either way, 100 % longer",
    ],
    // A peer's time: ours is 40, and would have to be 30.
    [
      row(120, "ms", 3, "≥ 4"),
      "40 ms instead of 30: at once either way",
    ],
    [
      row(100, "/s", 1, "≥ 2"),
      "under full load 50 % less than on target; below it nothing",
    ],
    [
      row(30, "MiB", 1.5),
      "30 MiB instead of 20: nothing, unless memory is short",
    ],
  ];
  for (const [missed, said] of cases) assert.equal(felt(missed), said);
});

Deno.test("benchmarkPage() shows a figure once, and why one is missing", () => {
  const page = benchmarkPage(report());
  assert.equal(page.match(/^\| ours, Deno /gm)?.length, 1);
  assert.match(page, /^\| bare Deno \| 20 ms \| 19–22 \|/m);
  assert.match(page, /^\| peers \| – \| .*no npm on PATH/m);
});

Deno.test("benchmarkCharts() draws what was measured, ours in its colour", () => {
  const charts = benchmarkCharts(report());
  assert.deepEqual([...charts.keys()], ["bench-startup.svg"]);
  const svg = charts.get("bench-startup.svg") ?? "";
  assert.equal(svg.match(/<rect class="(ours|floor|peer)"/g)?.length, 3);
  assert.equal(svg.match(/<rect class="ours"/g)?.length, 1);
});

Deno.test("readRecorded() knows what was not measured, and takes no quick run", () => {
  const [, , , peers] = readRecorded(JSON.stringify(report())).sections
    .startup ?? [];
  assert.ok(Number.isNaN(peers?.value));
  const quick = JSON.stringify({ ...report(), quick: true });
  assert.throws(() => readRecorded(quick), /quick run/);
});

Deno.test("the recorded run has figures for every chart of the page", () => {
  const recorded = readRecorded(Deno.readTextFileSync(RECORDED));
  const wanted = PARTS.flatMap(({ charts }) => charts)
    .map(({ file }) => `${file}.svg`);
  assert.deepEqual([...benchmarkCharts(recorded).keys()], wanted);
});

Deno.test("the recorded run was beside every peer", () => {
  const { sections } = readRecorded(Deno.readTextFileSync(RECORDED));
  const names = (key: string): string =>
    sections[key]?.filter(({ value }) => value > 0).map(({ name }) => name)
      .join("\n") ?? "";
  for (const key of ["startup", "memory", "throughput", "round_trip"]) {
    for (const peer of ["SDK 1.x, Deno", "SDK 2.x, node", "fastmcp, node"]) {
      assert.ok(names(key).includes(peer), `${key} beside ${peer}`);
    }
  }
  for (const engine of ["FTS5", "minisearch", "flexsearch"]) {
    assert.ok(names("manuals").includes(engine), engine);
  }
});
