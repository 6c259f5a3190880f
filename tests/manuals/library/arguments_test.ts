import assert from "node:assert/strict";
import { readCursor } from "../../../src/manuals/library/arguments.ts";

interface Cursor {
  readonly offset?: number | null;
}

Deno.test("readCursor() takes a number, its digits and an object for the same", () => {
  for (const cursor of [7, "7", "0007", { offset: 7 }]) {
    assert.deepEqual(readCursor<Cursor>(cursor, "offset"), { offset: 7 });
  }
  const most = Number.MAX_SAFE_INTEGER;
  assert.deepEqual(readCursor<Cursor>(`${most}`, "offset"), { offset: most });
  for (const nothing of [undefined, null]) {
    assert.deepEqual(readCursor<Cursor>(nothing, "offset"), {});
  }
});

Deno.test("readCursor() refuses a text that is no count, and says what to give", () => {
  for (const cursor of ["", " 7", "-7", "1e3", "next", "1".repeat(17)]) {
    assert.throws(() => readCursor<Cursor>(cursor, "offset"), {
      code: "invalid_parameter",
      message:
        `Cannot use cursor "${cursor}": give the cursor of the last page`,
      problem: { kind: "cursor", parameter: "cursor", value: cursor },
    });
  }
});
