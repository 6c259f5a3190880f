import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { Library } from "../../src/manuals/library/library.ts";
import { connectStore } from "../../src/manuals/search/lance/connect.ts";
import {
  publish,
  type PublishResult,
} from "../../src/manuals/search/lance/publish/publish.ts";
import { arrowRows, EMPTY_ROW } from "../../src/manuals/search/lance/rows.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { lanceParts } from "../kit/lance_parts.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { walk } from "../kit/walk.ts";

const FILES = 200;
const MINUTE = 60_000;

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
  { ahead = () => 0, meanwhile }: {
    readonly ahead?: () => number;
    readonly meanwhile?: () => Promise<unknown>;
  } = {},
): Promise<PublishResult> {
  const { clock } = runtime;
  let waiting = meanwhile;
  return await publish({
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

/** Writes a row into the table of the manual. */
async function writeRow({ uri, package_dir }: Store): Promise<void> {
  const connected = await connectStore({ uri, package_dir }, runtime);
  const [name = ""] = (await connected.connection.tableNames())
    .filter((name) => name.startsWith("ormcp_manual_"));
  const table = await connected.connection.openTable(name);
  await table.add(arrowRows(connected, [{ ...EMPTY_ROW, path: "late.md" }]));
  connected.connection.close();
}
