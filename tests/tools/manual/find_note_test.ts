import assert from "node:assert/strict";
import { runtime } from "../../../src/runtime/deno.ts";
import type { Files } from "../../../src/runtime/runtime.ts";
import { noteOn } from "../../../src/tools/manual/find_note.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";
import { WordEngine } from "../../kit/word_engine.ts";

const at = (query: string, ...required_terms: string[]) => ({
  query,
  manual_id: "guide",
  required_terms,
});

Deno.test("manual_find says nothing where all went well", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nthe zebra\n",
    "guide/b.html": "",
  });
  const { ok } = setUpManuals({ root: root.path });
  const found = await ok("manual_find", at("zebra", "zebra"));
  assert.equal("note" in found, false);
});

Deno.test("manual_find names absent terms, and documents it does not read", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nthe zebra\n",
    "guide/sub/b.html": "gnu",
  });
  const { ok } = setUpManuals({ root: root.path });
  const found = await ok("manual_find", at("zebra gnu", "zebra", "gnu"));
  assert.equal(found.note, 'not in this manual: "gnu"; not read: 1 .html');
});

Deno.test("manual_find names files that it could not read", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nthe zebra\n",
    "guide/b.md": new Uint8Array([0xff]),
  });
  const { ok } = setUpManuals({ root: root.path });
  const found = await ok("manual_find", at("zebra", "zebra"));
  assert.equal(found.note, "not searched: b.md (undecodable)");
});

Deno.test("manual_find calls nothing absent while files are unsearched", async () => {
  using root = makeManualRoot(
    Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`guide/${i}.md`, "# A\nzebra\n"]),
    ),
  );
  const { ok } = setUpManuals({ root: root.path });
  const found = await ok("manual_find", {
    ...at("gnu", "gnu"),
    budget: { time_ms: 1 },
  });
  assert.notEqual(found.failure_reason, "required_terms_absent");
  assert.match(
    found.note,
    /^not in what was searched so far: "gnu"; \d+ files are not searched yet: /,
  );
  const whole = await ok("manual_find", {
    ...at("gnu", "gnu"),
    use_cache: false,
  });
  assert.equal(whole.failure_reason, "required_terms_absent");
  assert.equal(whole.note, 'not in this manual: "gnu"');
});

Deno.test("noteOn() tells of one unsearched file in the singular", () => {
  const items = [{ path: "a.md", reason: "time_budget" }];
  const found = {
    applied: { required_terms_missing: [], required_terms_searched_as: [] },
    unscanned: { total: 1, items },
  };
  const note = noteOn(found as never, []);
  assert.match(note ?? "", /^1 file is not searched yet: repeat the call/);
});

Deno.test("manual_find says what a misspelt word was searched as", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\nhow to retrieve a backup\n",
    "guide/b.md": "# B\nother\n",
  });
  const { ok } = setUpManuals({ root: root.path });
  const found = await ok("manual_find", at("retreive a backup", "retreive"));
  assert.match(found.note, /not in this manual: "retreive"/);
  assert.match(found.note, /searched "retreive" as "retrieve"/);
});

Deno.test("manual_find shows the page before the heading, without markup", async () => {
  using root = makeManualRoot({
    "guide/a.md":
      '---\ntitle: Pods {{< feature-state state="beta" >}}\n---\n## {{% heading "whatsnext" %}}\nzebra one\n',
    "guide/b.mdx":
      "# Page {/* #page */}\n\n## Install {#install}\nzebra two zebra\n",
    "guide/c.md": "# Alone\nzebra three\n",
    "guide/d.md": "![badge](x)\n\n# Readme\n\n## Use\nzebra four\n",
  });
  const { ok } = setUpManuals({ root: root.path });
  const found = await ok("manual_find", at("zebra", "zebra"));
  const titles = found.inline_hits.items
    .map(({ title }: { title: string }) => title).sort();
  assert.deepEqual(titles, [
    "Alone",
    "Page › Install",
    "Pods › whatsnext",
    "Readme › Use",
  ]);
});

Deno.test("manual_find reads nothing for its note, and lets others have their turn", async () => {
  const pages = Array.from(
    { length: 300 },
    (_, i): [string, string] => [`guide/${i}/page.html`, "gnu"],
  );
  using root = makeManualRoot({
    ...Object.fromEntries(pages),
    "guide/a.md": "# A\n",
  });
  let listed = 0;
  const files: Files = {
    ...testFiles,
    listSync(path) {
      listed++;
      return testFiles.listSync(path);
    },
    readSync: (path) => assert.fail(`${path} was read`),
  };
  const { ok } = setUpManuals({
    root: root.path,
    files,
    openEngine: () => new WordEngine({ A: "the zebra" }),
  });
  const seen: number[] = [];
  let done = false;
  const others = (async (): Promise<void> => {
    while (!done) {
      await runtime.clock.turn();
      seen.push(listed);
    }
  })();
  const found = await ok("manual_find", at("gnu", "gnu"))
    .finally(() => done = true);
  await others;
  assert.match(found.note, /not read: 300 \.html$/);
  const steps = seen.map((count, i) => count - (seen[i - 1] ?? 0));
  assert.ok(Math.max(...steps) <= 100, `listed at once: ${steps}`);
});
