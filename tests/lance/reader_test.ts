import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { LanceEngine } from "../../src/manuals/search/lance/serve/lance_engine.ts";
import { LanceStore } from "../../src/manuals/search/lance/serve/lance_store.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { GUIDE } from "../kit/guide.ts";
import { lanceParts } from "../kit/lance_parts.ts";
import { ManualClock } from "../kit/manual_clock.ts";
import { makeManualRoot } from "../kit/manual_root.ts";
import { runManualsCommand } from "../kit/run_manuals.ts";

const REFRESH_MS = 15_000;

/** A published manual, its reader, and what that warns of. */
async function withReader(
  test: (reader: {
    readonly store: LanceStore;
    readonly clock: ManualClock;
    readonly uri: string;
    readonly warnings: readonly string[];
  }) => Promise<void>,
): Promise<void> {
  using root = makeManualRoot(GUIDE);
  const uri = await Deno.makeTempDir();
  const { packageDir: package_dir } = await lanceParts();
  const { code, err } = await runManualsCommand(
    ["publish", "--to", uri, "--package-dir", package_dir],
    { root: root.path },
  );
  assert.equal(code, 0, err);
  const clock = new ManualClock();
  const warnings: string[] = [];
  const store = new LanceStore({
    settings: { kind: "lancedb", uri, package_dir, refresh_ms: REFRESH_MS },
    runtime: { ...runtime, clock },
    warn: (line) => warnings.push(line),
  });
  await test({ store, clock, uri, warnings });
  await Deno.remove(uri, { recursive: true });
}

Deno.test("a reader says once that it cannot look for publications, and goes on", async () => {
  await withReader(async ({ store, clock, uri, warnings }) => {
    const before = await store.manifest();
    const manifest = `${uri}/ormcp_manifest.lance`;
    await Deno.rename(manifest, `${uri}/elsewhere`);
    for (let round = 0; round < 3; round++) {
      clock.advance(REFRESH_MS);
      assert.equal(await store.manifest(), before);
    }
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", /going on with what was published before$/);
    await Deno.rename(`${uri}/elsewhere`, manifest);
    clock.advance(REFRESH_MS);
    assert.deepEqual(await store.manifest(), before);
    assert.equal(warnings.length, 1);
  });
});

Deno.test("a search whose time is over has searched nothing, and says so", async () => {
  await withReader(async ({ store }) => {
    const settings = defaultConfig().manuals;
    const engine = new LanceEngine(store, { clock: runtime.clock, settings });
    const question = {
      ...{ manualId: "guide", query: "restore a backup", maxHits: 5 },
      requiredTerms: ["restore"],
    };
    const late = await engine.search({ ...question, timeMs: 0 });
    assert.ok(late !== "unchanged");
    assert.deepEqual(late.searched, { files: 0, sections: 0 });
    assert.deepEqual(late.unscanned[0], { path: "", reason: "time_budget" });
    const whole = await engine.search({ ...question, timeMs: 60_000 });
    assert.ok(whole !== "unchanged");
    assert.equal(whole.searched.files, Object.keys(GUIDE).length);
  });
});
