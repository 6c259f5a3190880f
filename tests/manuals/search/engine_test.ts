import assert from "node:assert/strict";
import { openFinder } from "../../../src/manuals/find/open_finder.ts";
import type { SearchResult } from "../../../src/manuals/search/engine.ts";
import { LocalEngine } from "../../../src/manuals/search/local/local_engine.ts";
import { Library } from "../../../src/manuals/library/library.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { findSettings, settle } from "../../kit/find_setup.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";
import { runManualsCommand } from "../../kit/run_manuals.ts";
import { WordEngine } from "../../kit/word_engine.ts";

const SECTIONS = {
  Backups: "a backup runs daily",
  Restoring: "restore a backup with the restore command",
  Limits: "nothing of it",
};
const ARGS = {
  query: "restore backup",
  manual_id: "guide",
  required_terms: ["restore"],
};

Deno.test("manual_find and manual_hits work over any engine", async () => {
  using root = makeManualRoot({ "guide/a.md": "" });
  const engine = new WordEngine(SECTIONS);
  const tools = setUpManuals({ root: root.path, openEngine: () => engine });
  const found = await tools.ok("manual_find", ARGS);
  assert.equal(found.status, "required_effective");
  assert.equal(found.candidates, 2);
  const ref = { manual_id: "guide", path: "a.md", start_line: 2 };
  assert.deepEqual(found.inline_hits.items[0], {
    ref,
    title: "Restoring",
    score: 1,
    matched_tokens: ["restore", "backup"],
  });
  const { trace_id } = found;
  const page = async (kind: string) =>
    (await tools.ok("manual_hits", { trace_id, kind })).items;
  assert.equal((await page("candidates")).length, 2);
  assert.deepEqual(await page("unscanned"), [
    { manual_id: "guide", path: "late.md", reason: "time_budget" },
  ]);
  assert.equal((await page("gaps"))[0].reason, "few_candidates");
  assert.deepEqual(await page("gate_runs"), []);
  assert.deepEqual((await page("fusion_debug"))[0].ranks, { g0: 1 });
  const absent = { ...ARGS, required_terms: ["zebra"] };
  const { failure_reason } = await tools.ok("manual_find", absent);
  assert.equal(failure_reason, "required_terms_absent");
});

Deno.test("manual_find asks an engine for no more than what a search left out", async () => {
  const engine = new WordEngine(SECTIONS);
  const tools = setUpManuals({ root: "/nowhere", openEngine: () => engine });
  const { trace_id } = await tools.ok("manual_find", ARGS);
  const only_unscanned_from_trace_id = trace_id;
  await tools.ok("manual_find", { ...ARGS, only_unscanned_from_trace_id });
  assert.deepEqual(engine.asked.map(({ only }) => only), [
    undefined,
    ["late.md"],
  ]);
});

Deno.test("a trace is there for its caller alone", async () => {
  const engine = new WordEngine(SECTIONS);
  const tools = setUpManuals({ root: "/nowhere", openEngine: () => engine });
  const { trace_id } = await tools.ok("manual_find", ARGS);
  const other = { id: "other", hasSession: false };
  for (
    const [name, args] of [
      ["manual_hits", { trace_id }],
      ["manual_find", { ...ARGS, only_unscanned_from_trace_id: trace_id }],
    ] as const
  ) {
    const outcome = await tools.call(name, args, other);
    assert.equal(!outcome.ok && outcome.body.code, "not_found", name);
  }
  await tools.ok("manual_hits", { trace_id });
});

Deno.test("manuals find works over any engine", async () => {
  const openEngine = () => new WordEngine(SECTIONS);
  const { code, out } = await runManualsCommand(
    ["find", "guide", "restore backup", "--explain"],
    { root: "/nowhere", openEngine },
  );
  assert.equal(code, 0);
  assert.match(out, /searched 3 sections of 1 files/);
  assert.match(out, / 1 {2}a\.md:2 {2}Restoring\n/);
});

Deno.test("Finder() answers a repeated question itself once an engine says that nothing changed", async () => {
  const engine = new WordEngine(SECTIONS);
  const known: (string | undefined)[] = [];
  const finder = openFinder({
    root: "/nowhere",
    openEngine: () => ({
      search(question, options) {
        known.push(options?.knownVersion);
        return options?.knownVersion === "1"
          ? Promise.resolve("unchanged")
          : engine.search(question);
      },
      settled: () => engine.settled(),
      close: () => engine.close(),
    }),
  });
  await finder.find(ARGS);
  const { applied } = await finder.find(ARGS);
  assert.equal(applied.sem_cache_mode, "exact");
  assert.deepEqual(known, [undefined, "1"]);
  assert.equal(engine.asked.length, 1);
  await finder.close();
  assert.equal(engine.closed, true);
});

Deno.test("LocalEngine() answers with plain data, which another thread could have sent", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Zebra\nzebra lion\n## More\nzebra\n",
    "guide/b.md": "# Lion\nlion\n",
  });
  settle(`${root.path}/guide`);
  const engine = new LocalEngine(
    new Library(runtime.files, { root: root.path }),
    runtime,
    { settings: findSettings() },
  );
  const question = {
    manualId: "guide",
    query: "zebra lion",
    requiredTerms: ["zebra"],
    maxHits: 10,
    timeMs: 60_000,
  };
  const found = await engine.search(question) as SearchResult;
  assert.deepEqual(structuredClone(found), found);
  assert.equal(found.hits[0]?.startLine, 1);
  assert.deepEqual(found.searched, { files: 2, sections: 3 });
  assert.deepEqual(found.required.terms, [{ term: "zebra", sections: 2 }]);
  const knownVersion = found.version;
  assert.equal(await engine.search(question, { knownVersion }), "unchanged");
  const only = ["b.md"];
  const part = await engine.search({ ...question, only }) as SearchResult;
  assert.deepEqual(part.hits.map(({ path }) => path), ["b.md"]);
  assert.deepEqual(part.searched, { files: 1, sections: 1 });
  await engine.close();
});

Deno.test("LocalEngine() tells the page that a section is of", async () => {
  using root = makeManualRoot({
    "guide/front.md": "---\ntitle: Lions\n---\n## Food\nmeat\n## Sleep\nday\n",
    "guide/heading.md": "# Zebras\nstripes\n## Meals\nmeat of none\n",
    "guide/plain.md": "meat\n",
  });
  settle(`${root.path}/guide`);
  const engine = new LocalEngine(
    new Library(runtime.files, { root: root.path }),
    runtime,
    { settings: findSettings() },
  );
  const { hits } = await engine.search({
    ...{ manualId: "guide", query: "meat stripes", requiredTerms: ["meat"] },
    ...{ maxHits: 10, timeMs: 60_000 },
  }) as SearchResult;
  await engine.close();
  assert.deepEqual(
    hits.map(({ title, crumbs }) => [...crumbs, title].join(" › ")).sort(),
    ["Lions › Food", "Zebras", "Zebras › Meals", "plain"],
  );
});
