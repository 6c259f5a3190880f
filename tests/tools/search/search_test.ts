import assert from "node:assert/strict";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const FILES = {
  "guide/install guide.md":
    "# Guide\n\n## Install #1\n\nFirst of all.\nRun the zebra installer with care.\n\n### Later\nmore\n",
  "ops/data.json": '{"zebra": "stripes"}\n',
  "ops/page.rst": "Ops\n===\n\nNothing here.\n",
};

interface Result {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

Deno.test("search looks into all manuals and shows the best lines", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  const { results } = await ok("search", { query: "how do I install zebra" });
  const [first] = results;
  assert.deepEqual(Object.keys(first), ["id", "title", "url", "text"]);
  assert.equal(first.title, "Guide › Install #1");
  assert.equal(first.url, "manual://guide/install%20guide.md#L3");
  assert.match(first.text, /Run the zebra installer/);
  const manuals = results.map(({ url }: Result) => url.split("/")[2]);
  assert.deepEqual([...new Set(manuals)].sort(), ["guide", "ops"]);
});

Deno.test("search puts first what says the most, whichever manual it is in", async () => {
  using root = makeManualRoot({
    "a/notes.md": "# Notes\n\nA zebra, among much else that is told here.\n",
    "b/zebra.md": "# Zebra installer\n\nInstall the zebra. Zebra it is.\n",
  });
  const { ok } = setUpManuals({ root: root.path });
  const { results } = await ok("search", { query: "install zebra" });
  assert.match(results[0].url, /\/b\//);
  // One character is a question as well, and the name of a manual.
  const { results: short } = await ok("search", { query: "Z" });
  assert.deepEqual(short, []);
  assert.equal((await ok("manual_ls", { id: "a" })).items.length, 1);
});

Deno.test("search leaves what manual_find found to be paged through", async () => {
  const many = Array.from({ length: 101 }, (_, i) => [`m${i}/a.md`, "# A\n"]);
  using root = makeManualRoot({ ...FILES, ...Object.fromEntries(many) });
  const { ok } = setUpManuals({ root: root.path });
  const { trace_id } = await ok("manual_find", {
    manual_id: "guide",
    query: "zebra",
    required_terms: ["zebra"],
  });
  await ok("search", { query: "zebra" });
  const { total } = await ok("manual_hits", { trace_id });
  assert.ok(total > 0);
});

Deno.test("fetch reads what search found, in any process", async () => {
  using root = makeManualRoot(FILES);
  const { results } = await setUpManuals({ root: root.path })
    .ok("search", { query: "zebra" });
  for (const { id, title, url } of results) {
    const fetched = await setUpManuals({ root: root.path }).ok("fetch", { id });
    assert.deepEqual(Object.keys(fetched), [
      "id",
      "title",
      "text",
      "url",
      "metadata",
    ]);
    assert.deepEqual([fetched.id, fetched.title, fetched.url], [
      id,
      title,
      url,
    ]);
    assert.match(fetched.text, /zebra/);
  }
  const id = "manual://guide/install%20guide.md#L3";
  const { text, metadata } = await setUpManuals({ root: root.path })
    .ok("fetch", { id });
  assert.match(text, /^## Install #1[^]*### Later\nmore\n$/);
  assert.deepEqual(metadata, {
    manual_id: "guide",
    path: "install guide.md",
    file_type: "md",
    start_line: 3,
    truncated: false,
  });
});

Deno.test("search and fetch give one JSON text and the same structured content", async () => {
  using root = makeManualRoot(FILES);
  const { call } = setUpManuals({ root: root.path });
  const id = "manual://ops/data.json#L1";
  for (const [name, args] of [["search", { query: "x" }], ["fetch", { id }]]) {
    const outcome = await call(String(name), args as Record<string, unknown>);
    assert.ok(outcome.ok);
    assert.deepEqual(JSON.parse(outcome.text), outcome.structured);
  }
});

Deno.test("search keeps to its limit, 8 by default", async () => {
  using root = makeManualRoot(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `m${i % 3}/${i}.md`,
        `# Page ${i}\nzebra ${i}\n`,
      ]),
    ),
  );
  const { ok, fails } = setUpManuals({ root: root.path });
  const count = async (args: object): Promise<number> =>
    (await ok("search", { query: "zebra", ...args })).results.length;
  assert.equal(await count({}), 8);
  assert.equal(await count({ limit: null }), 8);
  assert.equal(await count({ limit: 20 }), 20);
  assert.equal(await count({ limit: 1 }), 1);
  for (const limit of [0, 21, 1.5, "x"]) {
    const { code } = await fails("search", { query: "zebra", limit });
    assert.equal(code, "invalid_parameter");
  }
  assert.equal(
    (await fails("search", { query: " " })).code,
    "invalid_parameter",
  );
});

Deno.test("search needs no manual_ls before it, and goes on past a broken manual", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({
    root: root.path,
    requireLs: true,
    paths: { gone: `${root.path}/nope` },
  });
  const { results } = await ok("search", { query: "zebra" });
  assert.equal(results.length, 2);
});

Deno.test("search fails where no manual can be read", async () => {
  using root = makeManualRoot({});
  const paths = { gone: `${root.path}/nope` };
  const { fails } = setUpManuals({ root: root.path, paths });
  const { message } = await fails("search", { query: "zebra" });
  assert.match(String(message), /nope|gone/);
});

Deno.test("search finds nothing where there are no manuals", async () => {
  using root = makeManualRoot();
  const { ok } = setUpManuals({ root: root.path });
  assert.deepEqual(await ok("search", { query: "zebra" }), { results: [] });
});

Deno.test("fetch refuses what search did not give, and says what to do", async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path });
  const bad = ["x", "manual://guide", "manual://a/b", "manual://a/%ff#L1"];
  for (const id of bad) {
    const { code, message } = await fails("fetch", { id });
    assert.equal(code, "invalid_parameter");
    assert.match(message, /take one from search as it is$/);
  }
  const gone: Readonly<Record<string, string>> = {
    "manual://nope/a.md#L1": "not_found",
    "manual://guide/nope.md#L1": "not_found",
    "manual://guide/install%20guide.md#L2": "not_found",
    "manual://guide/%2e%2e/ops/page.rst#L1": "invalid_path",
    "manual://guide/..%2Fops/page.rst#L1": "invalid_path",
  };
  for (const [id, expected] of Object.entries(gone)) {
    const { code, message } = await fails("fetch", { id });
    assert.equal(code, expected, id);
    assert.match(message, /; search again for ids that exist$/);
  }
});

Deno.test("fetch cuts at 50,000 characters", async () => {
  using root = makeManualRoot({ "a/b.txt": "line of text\n".repeat(9000) });
  const { text, metadata } = await setUpManuals({ root: root.path })
    .ok("fetch", { id: "manual://a/b.txt#L1" });
  assert.ok(text.length <= 50_000 && text.length > 49_900);
  assert.equal(metadata.truncated, true);
});

Deno.test("fetch reads a section up to the next one", async () => {
  using root = makeManualRoot({ "a/b.md": "# One\n\ntext\n\n# Two\n" });
  const { text, metadata } = await setUpManuals({ root: root.path })
    .ok("fetch", { id: "manual://a/b.md#L1" });
  assert.equal(text.trim(), "# One\n\ntext");
  assert.notEqual(metadata.truncated, true);
});
