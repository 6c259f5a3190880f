import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { Library } from "../../src/manuals/library/library.ts";
import { connectStore } from "../../src/manuals/search/lance/connect.ts";
import { NOTHING_PUBLISHED } from "../../src/manuals/search/lance/manifest.ts";
import { Lease } from "../../src/manuals/search/lance/publish/lease.ts";
import {
  publish,
  type PublishOptions,
  type PublishResult,
} from "../../src/manuals/search/lance/publish/publish.ts";
import { arrowRows, EMPTY_ROW } from "../../src/manuals/search/lance/rows.ts";
import { LanceLibrary } from "../../src/manuals/search/lance/serve/lance_library.ts";
import { LanceStore } from "../../src/manuals/search/lance/serve/lance_store.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { lanceParts } from "../kit/lance_parts.ts";
import { ManualClock } from "../kit/manual_clock.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { walk } from "../kit/walk.ts";

const FILES = 200;
const MINUTE = 60_000;
const RENEWED_AFTER = 5_000;

interface Store {
  readonly root: string;
  readonly uri: string;
  readonly package_dir: string;
}

/** A manual, published with its first file only; the others wait. */
async function withStore(test: (store: Store) => Promise<void>): Promise<void> {
  using root = makeManualRoot({ "guide/0.md": "# File 0\n" });
  const uri = await Deno.makeTempDir();
  const { packageDir: package_dir } = await lanceParts();
  const store = { root: root.path, uri, package_dir };
  await publishAt(store);
  for (let i = 1; i < FILES; i++) {
    root.write(`guide/${i}.md`, `# File ${i}\nWith words.\n`);
  }
  await test(store);
  await Deno.remove(uri, { recursive: true });
}

/** Publishes on a machine whose clock is ahead; `meanwhile` happens once. */
async function publishAt(
  { root, ...settings }: Store,
  { ahead = () => 0, meanwhile, ...options }: {
    readonly ahead?: () => number;
    readonly meanwhile?: () => Promise<unknown>;
  } & Pick<PublishOptions, "signal" | "progress"> = {},
): Promise<PublishResult> {
  const { clock } = runtime;
  let waiting = meanwhile;
  return await publish({
    ...options,
    library: new Library(runtime.files, { root }),
    settings,
    maxFileBytes: defaultConfig().manuals.max_file_bytes,
    runtime: {
      ...runtime,
      clock: {
        ...clock,
        now: () => clock.now() + ahead(),
        async turn() {
          const now = waiting;
          waiting = undefined;
          await now?.();
          await clock.turn();
        },
      },
    },
  });
}

function tables(uri: string): string[] {
  return walk(uri).filter((path) => path.includes("ormcp_manual_")).sort();
}

Deno.test("a publisher that was halted while another took over writes nothing more", async () => {
  await withStore(async (store) => {
    let ahead = 0;
    let written: string[] = [];
    const halted = publishAt(store, {
      ahead: () => ahead,
      async meanwhile() {
        const { manuals } = await publishAt(store, { ahead: () => MINUTE });
        assert.equal(manuals[0]?.added, FILES - 1);
        ahead = 2 * MINUTE;
        written = tables(store.uri);
      },
    });
    await assert.rejects(halted, /another publication took over/);
    assert.deepEqual(tables(store.uri), written);
    assert.equal((await publishAt(store)).manuals[0]?.added, 0);
  });
});

Deno.test("what a halted publisher still wrote into a publication ends it", async () => {
  await withStore(async (store) => {
    const late = publishAt(store, { meanwhile: () => writeRow(store) });
    await assert.rejects(late, /another publication took over/);
    assert.equal((await publishAt(store)).manuals[0]?.added, FILES - 1);
  });
});

Deno.test("a reader sees nothing of what is written but not published", async () => {
  await withStore(async (store) => {
    await writeRow(store);
    const { uri, package_dir } = store;
    const settings = { kind: "lancedb", uri, package_dir } as const;
    const library = new LanceLibrary(new LanceStore({ settings, runtime }));
    assert.deepEqual((await library.walk("guide", "")).paths, ["0.md"]);
  });
});

/** Writes a row into the table of the manual. */
async function writeRow({ uri, package_dir }: Store): Promise<void> {
  const connected = await connectStore({ uri, package_dir }, runtime);
  const [name = ""] = (await connected.connection.tableNames())
    .filter((name) => name.startsWith("ormcp_manual_"));
  const table = await connected.connection.openTable(name);
  await table.add(arrowRows(connected, [{ ...EMPTY_ROW, path: "late.md" }]));
  connected.connection.close();
}

Deno.test("a publisher that takes long keeps its turn", async () => {
  await withStore(async ({ uri, package_dir }) => {
    const store = await connectStore({ uri, package_dir }, runtime);
    const clock = new ManualClock();
    const quiet = { waiting: () => undefined, signal: undefined };
    const lease = await Lease.acquire(store, clock, quiet);
    for (let passed = 0; passed < 2 * MINUTE; passed += RENEWED_AFTER) {
      clock.advance(RENEWED_AFTER);
      await clock.timer(RENEWED_AFTER);
    }
    const given = new AbortController();
    const other = Lease.acquire(store, clock, {
      waiting: () => given.abort(new Error("it has to wait")),
      signal: given.signal,
    });
    clock.advance(await clock.timer(1, RENEWED_AFTER - 1));
    await assert.rejects(other, /it has to wait/);
    await lease.publish(NOTHING_PUBLISHED);
    // Nothing of it is left, however it ends.
    assert.deepEqual(clock.pending, []);
    await (await Lease.acquire(store, clock, quiet)).release();
    assert.deepEqual(clock.pending, []);
    store.connection.close();
  });
});

Deno.test("a publication that is interrupted after its last file is none", async () => {
  await withStore(async (store) => {
    const interrupt = new AbortController();
    const late = publishAt(store, {
      signal: interrupt.signal,
      progress: (_manual, done, total) => {
        if (done === total) interrupt.abort();
      },
    });
    await assert.rejects(late, { name: "AbortError" });
    assert.equal((await publishAt(store)).manuals[0]?.added, FILES - 1);
  });
});
