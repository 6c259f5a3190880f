import assert from "node:assert/strict";
import { PUBLISHED_FORMAT } from "../../../../src/manuals/search/lance/manifest.ts";
import { LanceStore } from "../../../../src/manuals/search/lance/serve/lance_store.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import { fakeLanceDb } from "../../../kit/fake_lancedb.ts";
import { ManualClock } from "../../../kit/manual_clock.ts";

const MANIFEST = JSON.stringify({
  format: PUBLISHED_FORMAT,
  manuals: { guide: { table: "ormcp_manual_1", version: 1 } },
});
const REFRESH_MS = 1000;
/** Less than a call may take, more than it waits for news. */
const SHORT = 10_000;
const MINUTE = 60_000;

/** A store that answers until it is told to hang. */
const HANGING = `
  const never = new Promise(() => {});
  const rows = { numRows: 1, getChild: () => ({ get: () => ${
  JSON.stringify(MANIFEST)
} }) };
  const query = { select: () => query, toArrow: async () => rows };
  const table = {
    query: () => query,
    checkout: async () => {},
    close() {},
  };
  exports.Session = class {};
  exports.connect = async () => ({
    openTable: async () => globalThis.hangs ? await never : table,
    close() {},
  });`;

async function withStore(
  test: (store: LanceStore, clock: ManualClock, warned: string[]) => Promise<
    void
  >,
): Promise<void> {
  const package_dir = await fakeLanceDb({ script: HANGING });
  const warned: string[] = [];
  const clock = new ManualClock();
  const store = new LanceStore({
    settings: { kind: "lancedb", uri: "/x", package_dir, refresh_ms: 1000 },
    runtime: { ...runtime, clock },
    warn: (line) => void warned.push(line),
  });
  try {
    await test(store, clock, warned);
  } finally {
    Reflect.deleteProperty(globalThis, "hangs");
    await Deno.remove(package_dir, { recursive: true });
  }
}

function hang(): void {
  Reflect.set(globalThis, "hangs", true);
}

/** Lets time pass once somebody waits for that. */
async function letPass(clock: ManualClock, ms: number): Promise<void> {
  await clock.timer(1, ms);
  clock.advance(ms);
}

Deno.test("LanceStore goes on with what it knows of a store that hangs, and says so once", async () => {
  await withStore(async (store, clock, warned) => {
    const ask = (): Promise<string> =>
      store.use("guide", ({ id }) => Promise.resolve(id));
    assert.equal(await ask(), "guide");
    hang();
    for (let i = 0; i < 3; i++) {
      clock.advance(2 * REFRESH_MS);
      const asked = ask();
      await letPass(clock, SHORT);
      assert.equal(await asked, "guide");
    }
    assert.equal(warned.length, 1);
    assert.match(
      warned[0] ?? "",
      /no answer .*going on with what was published/,
    );
  });
});

Deno.test("LanceStore fails a call that a store which hangs has to answer", async () => {
  await withStore(async (store, clock) => {
    hang();
    for (
      const ask of [
        () => store.manifest(),
        () => store.use("guide", () => Promise.resolve(1)),
      ]
    ) {
      const asked = assert.rejects(ask(), /cannot be read .*no answer/);
      await letPass(clock, MINUTE);
      await asked;
    }
  });
});

Deno.test("LanceStore leaves no timer behind", async () => {
  await withStore(async (store, clock) => {
    await store.use("guide", () => Promise.resolve());
    await assert.rejects(
      store.use("guide", () => Promise.reject(new Error("x"))),
    );
    assert.deepEqual(clock.pending, []);
  });
});
