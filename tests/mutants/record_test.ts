import assert from "node:assert/strict";
import {
  type MutantsRecord,
  reasonsOf,
  withRuns,
} from "../../scripts/mutants/record.ts";

const AT = { file: "src/a.ts", line: "if (a < b) {", was: "<", now: "<=" };
const SURVIVOR = { ...AT, why: "never equal" };
const RUN = { room: "a.ts", tried: 2, of: 3, survivors: [SURVIVOR] };
const RECORD: MutantsRecord = {
  date: "2026-11-19",
  seed: 1,
  rooms: [
    { ...RUN, tests: ["tests/a_test.ts"], tested: 4, needless: 1 },
    { ...RUN, room: "b", survivors: [], tested: 0, needless: 0 },
  ],
};

Deno.test("reasonsOf() knows a survivor by its file, its line and its texts", () => {
  const reasonOf = reasonsOf(RECORD);
  assert.equal(reasonOf(AT), "never equal");
  for (const key of ["file", "line", "was", "now"]) {
    assert.equal(reasonOf({ ...AT, [key]: "x" }), "", key);
  }
});

Deno.test("withRuns() replaces a room's run and keeps what became of it", () => {
  const again = { ...RUN, tried: 3, survivors: [] };
  const { rooms } = withRuns(RECORD, [again, { ...RUN, room: "c" }]);
  assert.deepEqual(rooms, [
    { ...again, tested: 4, needless: 1 },
    RECORD.rooms[1],
    { ...RUN, room: "c", tested: 0, needless: 0 },
  ]);
});
