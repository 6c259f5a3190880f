import assert from "node:assert/strict";
import type { Report } from "../../scripts/bench/report.ts";
import { rowName } from "../../scripts/bench/scale/names.ts";
import { readRecorded, SCALE } from "../../scripts/docs/benchmarks.ts";
import { scalePage } from "../../scripts/docs/scale.ts";

const EMBEDDED = rowName("build or publish", "embedded", 10_000, ", node");
const LOCAL = rowName("build or publish", "published, local", 10_000, ", node");
const REPORT: Report = {
  ...readRecorded(Deno.readTextFileSync(SCALE)),
  sections: {
    scale: [
      { name: EMBEDDED, value: 1500, unit: "ms" },
      {
        ...{ name: LOCAL, value: 4500, unit: "ms", ratio: 3, to: EMBEDDED },
        target: "≤ 2",
      },
    ],
  },
};

Deno.test("scalePage() sets the engines side by side, on each runtime", () => {
  const page = scalePage(REPORT);
  assert.match(
    page,
    /^\| Files \| On Node \| embedded \| published, local \|/m,
  );
  assert.match(
    page,
    /^\| 10,000 \| build or publish, s \| 1\.5 \| 4\.5 \| {2}\|$/m,
  );
  assert.doesNotMatch(page, /On Deno|peak memory/, "what was not measured");
});

Deno.test("scalePage() begins with what is missed, and what users feel of it", () => {
  const page = scalePage(REPORT).replaceAll("\n", " ");
  assert.match(page, /0 of 1 targets are met; these are not:/);
  assert.match(
    page,
    /4,500 ms instead of 3,000: a wait either way, 50 % longer/,
  );
});

Deno.test("the recorded run of published manuals fills the table", () => {
  const page = scalePage(readRecorded(Deno.readTextFileSync(SCALE)));
  for (const files of ["10,000", "50,000", "150,000"]) {
    assert.match(page, new RegExp(`^\\| ${files} \\| find, .*\\d \\|$`, "m"));
  }
});
