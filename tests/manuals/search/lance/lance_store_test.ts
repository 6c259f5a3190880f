import assert from "node:assert/strict";
import { PUBLISHED_FORMAT } from "../../../../src/manuals/search/lance/manifest.ts";
import { loadLanceDb } from "../../../../src/manuals/search/lance/lancedb.ts";
import { LanceStore } from "../../../../src/manuals/search/lance/serve/lance_store.ts";
import { runtime } from "../../../../src/runtime/deno.ts";
import { fakeLanceDb } from "../../../kit/fake_lancedb.ts";
import { ManualClock } from "../../../kit/manual_clock.ts";

const REFRESH_MS = 1000;
/** Less than a call may take, more than it waits for news. */
const SHORT = 10_000;
const MINUTE = 60_000;

/** A store of any edition that answers until it is told to hang. */
const STORE = `
  const never = new Promise(() => {});
  const published = () => JSON.stringify({
    format: ${JSON.stringify(PUBLISHED_FORMAT)},
    manuals: {
      guide: { table: "ormcp_manual_1", version: it.edition },
      other: { table: "ormcp_manual_2", version: 1 },
    },
  });
  const rows = { numRows: 1, getChild: () => ({ get: published }) };
  const query = { select: () => query, toArrow: async () => rows };
  const table = {
    query: () => query,
    checkout: async () => {},
    close: () => it.open--,
  };
  const it = exports.it = {
    edition: 1,
    hangs: false,
    refuses: false,
    connections: 0,
    open: 0,
  };
  exports.Session = class {};
  exports.connect = async () => {
    it.connections++;
    if (it.refuses) throw new Error("connection refused");
    const openTable = async () => {
      if (it.hangs) return await never;
      it.open++;
      return table;
    };
    return { openTable };
  };`;

/** What a test may do to the store, and see of it. */
interface FakeStore {
  edition: number;
  hangs: boolean;
  refuses: boolean;
  readonly connections: number;
  /** Tables that are not closed. */
  readonly open: number;
}

async function withStore(
  test: (store: LanceStore, at: {
    readonly clock: ManualClock;
    readonly warned: readonly string[];
    readonly it: FakeStore;
  }) => Promise<void>,
): Promise<void> {
  const package_dir = await fakeLanceDb({ script: STORE });
  const warned: string[] = [];
  const clock = new ManualClock();
  const store = new LanceStore({
    settings: {
      ...{ kind: "lancedb", uri: "/x", package_dir },
      refresh_ms: REFRESH_MS,
    },
    runtime: { ...runtime, clock },
    warn: (line) => void warned.push(line),
  });
  const { lancedb } = loadLanceDb({ uri: "/x", package_dir }, runtime);
  const { it } = lancedb as unknown as { it: FakeStore };
  await test(store, { clock, warned, it });
  await Deno.remove(package_dir, { recursive: true });
}

/** Lets time pass once somebody waits for that. */
async function letPass(clock: ManualClock, ms: number): Promise<void> {
  await clock.timer(1, ms);
  clock.advance(ms);
}

Deno.test("LanceStore goes on with what it knows of a store that hangs, and says so once", async () => {
  await withStore(async (store, { clock, warned, it }) => {
    const ask = (): Promise<string> =>
      store.use("guide", ({ id }) => Promise.resolve(id));
    assert.equal(await ask(), "guide");
    it.hangs = true;
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
  await withStore(async (store, { clock, it }) => {
    it.hangs = true;
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

Deno.test("LanceStore connects again with the next call where it could not", async () => {
  await withStore(async (store, { it }) => {
    const ask = () => store.use("guide", ({ id }) => Promise.resolve(id));
    it.refuses = true;
    await assert.rejects(ask(), /connection refused/);
    it.refuses = false;
    assert.equal(await ask(), "guide");
  });
});

Deno.test("LanceStore remembers what was made of a manual, and no failure to make it", async () => {
  await withStore(async (store) => {
    let made = 0;
    const make = (): Promise<number> =>
      made++ === 0
        ? Promise.reject(new Error("the store broke off"))
        : Promise.resolve(made);
    const ask = () =>
      store.use("guide", (manual) => manual.remember("words", make));
    await assert.rejects(ask(), /the store broke off/);
    assert.deepEqual([await ask(), await ask()], [2, 2]);
  });
});

Deno.test("LanceStore looks for news as often as it may, and leaves no table open", async () => {
  await withStore(async (store, { clock, it }) => {
    for (let i = 0; i < 20; i++) {
      clock.advance(2 * REFRESH_MS);
      await store.use("guide", () => Promise.resolve());
    }
    assert.equal(it.open, 1, "that of the manual alone");
  });
});

Deno.test("LanceStore knows no manual by the names that every object has", async () => {
  await withStore(async (store) => {
    for (const id of ["constructor", "toString", "__proto__"]) {
      await assert.rejects(store.use(id, () => Promise.resolve()), {
        name: "ManualError",
        code: "not_found",
      });
    }
  });
});

Deno.test("LanceStore leaves no timer behind", async () => {
  await withStore(async (store, { clock }) => {
    await store.use("guide", () => Promise.resolve());
    await assert.rejects(
      store.use("guide", () => Promise.reject(new Error("x"))),
    );
    assert.deepEqual(clock.pending, []);
  });
});

Deno.test("LanceStore connects anew once much was replaced: LanceDB keeps files open for as long", async () => {
  await withStore(async (store, { clock, it }) => {
    const seen = new Set<number>();
    const other = async (): Promise<number> => {
      const before = it.open;
      await store.use("other", () => Promise.resolve());
      return it.open - before;
    };
    assert.deepEqual([await other(), await other()], [1, 0]);
    for (; it.edition <= 60; it.edition++) {
      clock.advance(2 * REFRESH_MS);
      await store.use("guide", ({ published }) => {
        seen.add(published.version);
        return Promise.resolve();
      });
    }
    assert.equal(seen.size, 60);
    assert.equal(it.connections, 2);
    // What was open over the old connection would keep it.
    assert.deepEqual([await other(), await other()], [1, 0]);
  });
});
