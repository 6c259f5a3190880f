import assert from "node:assert/strict";
import type { Connected } from "../../../../src/manuals/search/lance/connect.ts";
import {
  MANIFEST_TABLE,
  NOTHING_PUBLISHED,
} from "../../../../src/manuals/search/lance/manifest.ts";
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
    optimize: () => Promise.reject(new Error("Commit conflict for version 9")),
  };
  const connection = {
    tableNames: () => Promise.resolve([MANIFEST_TABLE]),
    openTable: () => Promise.resolve(table),
  };
  return { uri: "/store", connection } as unknown as Connected;
}

const QUIET = { waiting: () => undefined, signal: undefined };

Deno.test("Lease looks again where somebody else was faster, but not for ever", async () => {
  const acquire = (conflicts: number): Promise<Lease> =>
    Lease.acquire(contested(conflicts), new ManualClock(), QUIET);
  await acquire(3);
  await assert.rejects(acquire(100), /Commit conflict/);
});

Deno.test("Lease has published although the next publisher is in the way of tidying up", async () => {
  const lease = await Lease.acquire(contested(0), new ManualClock(), QUIET);
  await lease.publish(NOTHING_PUBLISHED);
});
