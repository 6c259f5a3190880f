import assert from "node:assert/strict";
import type { Connected } from "../../../../src/manuals/search/lance/connect.ts";
import { MANIFEST_TABLE } from "../../../../src/manuals/search/lance/manifest.ts";
import { Lease } from "../../../../src/manuals/search/lance/publish/lease.ts";
import { ManualClock } from "../../../kit/manual_clock.ts";

/** A store whose manifest somebody else changes at the same moment. */
function contested(conflicts: number): Connected {
  let left = conflicts;
  const table = {
    checkoutLatest: () => Promise.resolve(),
    update: () =>
      left-- > 0
        ? Promise.reject(new Error("Commit conflict for version 3"))
        : Promise.resolve({ rowsUpdated: 1 }),
  };
  const connection = {
    tableNames: () => Promise.resolve([MANIFEST_TABLE]),
    openTable: () => Promise.resolve(table),
  };
  return { uri: "/store", connection } as unknown as Connected;
}

Deno.test("Lease looks again where somebody else was faster, but not for ever", async () => {
  const quiet = { waiting: () => undefined, signal: undefined };
  const acquire = (conflicts: number): Promise<Lease> =>
    Lease.acquire(contested(conflicts), new ManualClock(), quiet);
  await acquire(3);
  await assert.rejects(acquire(100), /Commit conflict/);
});
