import assert from "node:assert/strict";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { FILES, fresh, PAGE, ref } from "../../kit/read_setup.ts";

Deno.test("004 §6: manual_read is for Markdown sections, JSON is refused", async () => {
  using root = makeManualRoot(FILES);
  const args = ref(undefined, "data.json");
  const { code, details } = await fresh(root).fails("manual_read", args);
  assert.equal(code, "invalid_scope");
  assert.deepEqual(details.next_call, {
    tool: "manual_scan",
    arguments: { manual_id: "guide", path: "data.json" },
  });
});

Deno.test("manual_read tells a caller without a ref what belongs into one", async () => {
  using root = makeManualRoot(FILES);
  for (const args of [{ manual_id: "guide", path: "page.md" }, { ref: "a" }]) {
    const { message } = await fresh(root).fails("manual_read", args);
    assert.match(message, /ref .*want an object with manual_id, path$/);
  }
});

Deno.test('004 §6: ref.manual_id "manuals" is not accepted', async () => {
  using root = makeManualRoot(FILES);
  const args = { ref: { manual_id: "manuals", path: "page.md" } };
  const { code } = await fresh(root).fails("manual_read", args);
  assert.equal(code, "invalid_parameter");
});

Deno.test('004 §6: scope takes null and "section" only', async () => {
  using root = makeManualRoot(FILES);
  for (const scope of [null, "section"]) {
    const { applied } = await fresh(root)
      .ok("manual_read", { ...ref(), scope });
    assert.equal(applied.scope, "section");
  }
  for (const scope of ["file", "snippet", "sections", "", 1]) {
    const { code } = await fresh(root).fails("manual_read", {
      ...ref(),
      scope,
    });
    assert.equal(code, "invalid_parameter");
  }
});

Deno.test("004 §6: allow_file and expand are not accepted, not even null", async () => {
  using root = makeManualRoot(FILES);
  for (const name of ["allow_file", "expand"]) {
    for (const value of [true, null]) {
      const args = { ...ref(), [name]: value };
      const { code, message } = await fresh(root).fails("manual_read", args);
      assert.equal(code, "invalid_parameter");
      assert.match(message, new RegExp(name));
    }
  }
});

Deno.test("004 §6: max_chars is an integer from 256 to 50000, by default 12000", async () => {
  using root = makeManualRoot(FILES);
  const applied = async (max_chars: unknown): Promise<number> =>
    (await fresh(root).ok("manual_read", { ...ref(), max_chars })).applied
      .max_chars;
  assert.equal(await applied(undefined), 12000);
  assert.equal(await applied(null), 12000);
  assert.equal(await applied(256), 256);
  assert.equal(await applied("50000"), 50000);
  for (const max_chars of [255, 50001, 0, -1, 300.5, true, "x", [300]]) {
    const args = { ...ref(), max_chars };
    const { code } = await fresh(root).fails("manual_read", args);
    assert.equal(code, "invalid_parameter", String(max_chars));
  }
});

Deno.test("004 §6: start_line is a section's first line, by default the first section", async () => {
  using root = makeManualRoot(FILES);
  const text = async (line?: unknown): Promise<string> =>
    (await fresh(root).ok("manual_read", ref(line))).text;
  assert.equal(await text(), "intro\n\n");
  assert.equal(await text(null), "intro\n\n");
  assert.equal(await text(1), "intro\n\n");
  assert.equal(await text(3), "# A\na text\n\n## B\nb text\n\n");
  assert.equal(await text("6"), "## B\nb text\n\n");
  assert.equal(await text(9), "# C\nc text\n");
});

Deno.test("004 §6: a start_line without a section is not_found with the nearest", async () => {
  using root = makeManualRoot(FILES);
  const { code, details } = await fresh(root).fails("manual_read", ref(5));
  assert.equal(code, "not_found");
  assert.deepEqual(details.nearest, [
    { start_line: 1, title: "page" },
    { start_line: 3, title: "A" },
    { start_line: 6, title: "B" },
    { start_line: 9, title: "C" },
  ]);
  for (const line of [0, -3, 2.5, true]) {
    const failure = await fresh(root).fails("manual_read", ref(line));
    assert.equal(failure.code, "invalid_parameter");
  }
});

Deno.test("manual_read names the part of ref that it cannot use", async () => {
  using root = makeManualRoot(FILES);
  const wrong = {
    "ref.manual_id": { manual_id: "manuals", path: "page.md" },
    "ref.path": { manual_id: "guide", path: "../page.md" },
  };
  for (const [parameter, ref] of Object.entries(wrong)) {
    const { details } = await fresh(root).fails("manual_read", { ref });
    assert.deepEqual(details, { parameter });
  }
});

Deno.test("manual_read measures a section by itself, wherever it starts", async () => {
  const last = "# Last\n" + "x".repeat(248) + "\n";
  const text = `# First\n${"y\n".repeat(200)}${last}`;
  using root = makeManualRoot({ "guide/page.md": text });
  const args = { ...ref(202), max_chars: 256 };
  const read = await fresh(root).ok("manual_read", args);
  assert.deepEqual([read.text, read.truncated], [last, false]);
});

Deno.test("manual_read names the five nearest sections, in order", async () => {
  const text = "123456789".replaceAll(/./g, "# S$&\n\n\n");
  using root = makeManualRoot({ "guide/page.md": text });
  const { message, details } = await fresh(root).fails("manual_read", ref(12));
  assert.match(message, /^Cannot find a section at line 12 of "page.md": /);
  assert.deepEqual(
    details.nearest.map((near: { start_line: number }) => near.start_line),
    [7, 10, 13, 16, 19],
  );
});

Deno.test("004 §6: asking for the same section again goes on with the lines after it", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = fresh(root);
  const first = await ok("manual_read", ref(3));
  assert.deepEqual(first, {
    text: "# A\na text\n\n## B\nb text\n\n",
    truncated: false,
    applied: {
      scope: "section",
      max_sections: null,
      max_chars: 12000,
      mode: "read",
    },
  });
  assert.deepEqual(await ok("manual_read", ref(3)), {
    text: "# C\nc text\n",
    truncated: false,
    applied: { ...first.applied, mode: "scan_fallback" },
    applied_range: { start_line: 9, end_line: 10 },
    next_cursor: { char_offset: null },
    eof: true,
  });
  assert.deepEqual(await ok("manual_read", ref(3)), first, "cleared at EOF");
});

Deno.test("manual_read repeats page through a long file without loss", async () => {
  const text = "# A\n" + "a line of text\n".repeat(100) + "# B\nend\n";
  using root = makeManualRoot({ "guide/page.md": text });
  const { ok } = fresh(root);
  const args = { ...ref(), max_chars: 256 };
  let joined = "";
  const modes: string[] = [];
  for (let eof = false; !eof;) {
    const page = await ok("manual_read", args);
    assert.ok(page.text.length <= 256);
    joined += page.text;
    modes.push(page.applied.mode);
    eof = page.eof ?? false;
  }
  assert.equal(joined, text);
  assert.deepEqual([...new Set(modes)], ["read", "scan_fallback"]);
});

Deno.test("manual_read counts as a repeat only what is the same in every way", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = fresh(root);
  const mode = async (args: Record<string, unknown>): Promise<string> =>
    (await ok("manual_read", args)).applied.mode;
  assert.equal(await mode(ref(3)), "read");
  assert.equal(await mode(ref(6)), "read", "a child after its parent");
  assert.equal(await mode({ ...ref(6), max_chars: 300 }), "read");
  root.write("guide/page.md", PAGE + "more\n");
  assert.equal(await mode({ ...ref(6), max_chars: 300 }), "read", "changed");
  assert.equal(await mode({ ...ref(6), max_chars: 300 }), "scan_fallback");
  assert.equal(await mode(ref(1)), "read");
  assert.equal(await mode(ref()), "scan_fallback", "the first section again");
  assert.equal(await mode(ref(3)), "read");
  assert.equal(await mode(ref(3, "./page.md")), "scan_fallback", "spelling");
});

Deno.test("manual_read takes the same file of another manual for another", async () => {
  using root = makeManualRoot({
    "a/x.md": "# A\n# B\n",
    "b/x.md": "# C\n# D\n",
  });
  for (const name of ["a", "b"]) {
    Deno.utimeSync(`${root.path}/${name}/x.md`, 1, 1);
  }
  const { ok } = fresh(root);
  const read = async (manual_id: string): Promise<string> =>
    (await ok("manual_read", { ref: { manual_id, path: "x.md" } })).text;
  assert.deepEqual([await read("a"), await read("b")], ["# A\n", "# C\n"]);
});

Deno.test("manual_read truncates at a line end, or inside an endless line", async () => {
  using root = makeManualRoot({
    "guide/lines.md": `# A\r\n${"x".repeat(98)}\r\n`.repeat(10),
    "guide/long.md": "# " + "😀".repeat(1000),
    "guide/full.md": "# " + "x".repeat(255),
  });
  const read = (path: string): Promise<{ text: string; truncated: boolean }> =>
    fresh(root).ok("manual_read", { ...ref(1, path), max_chars: 257 });
  const lines = await read("lines.md");
  assert.equal(lines.truncated, false);
  assert.equal(lines.text.length, 105);
  const long = await read("long.md");
  assert.equal(long.truncated, true);
  assert.equal(long.text, "# " + "😀".repeat(127));
  const full = await read("full.md");
  assert.deepEqual([full.truncated, full.text.length], [false, 257]);
});

Deno.test("manual_read ignores what else a hit's ref carries, and nothing more", async () => {
  using root = makeManualRoot(FILES);
  const hit = {
    manual_id: "guide",
    path: "page.md",
    start_line: 3,
    target: "manual",
    title: "A",
    json_path: null,
  };
  const { ok, fails } = fresh(root);
  assert.match((await ok("manual_read", { ref: hit })).text, /^# A/);
  const { code } = await fails("manual_read", { ref: { ...hit, x: 1 } });
  assert.equal(code, "invalid_parameter");
  assert.equal((await fails("manual_read", {})).code, "invalid_parameter");
});
