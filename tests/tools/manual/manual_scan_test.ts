import assert from "node:assert/strict";
import { seededRandom } from "../../kit/random.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { type ManualSetup, setUpManuals } from "../../kit/manual_setup.ts";

const LINES = "one\ntwo\r\nthree\rfour\n";
const FILES = { "guide/a.md": LINES, "guide/d.json": '{\n"a": 1\n}' };
const A = { manual_id: "guide", path: "a.md" };

async function textOf(
  { ok }: ManualSetup,
  args: Record<string, unknown>,
): Promise<string> {
  return (await ok("manual_scan", { ...A, ...args })).text;
}

Deno.test("manual_scan returns every field that 004 §7 names", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path });
  assert.deepEqual(await ok("manual_scan", { ...A, start_line: 2 }), {
    manual_id: "guide",
    path: "a.md",
    text: "two\r\nthree\rfour\n",
    applied_range: { start_line: 2, end_line: 4 },
    next_cursor: { char_offset: null },
    eof: true,
    truncated: false,
    truncated_reason: "none",
    applied: { max_chars: 12000 },
  });
});

Deno.test("004 §7: start_line wins, then cursor.char_offset, cursor.start_line, 1", async () => {
  using root = makeManualRoot(FILES);
  const manuals = setUpManuals({ root: root.path });
  const cursor = { char_offset: 4, start_line: 4 };
  assert.match(await textOf(manuals, { start_line: 3, cursor }), /^three/);
  assert.match(await textOf(manuals, { cursor }), /^two/);
  const start = { ...cursor, char_offset: 0 };
  assert.match(await textOf(manuals, { cursor: start }), /^one/);
  const lineOnly = { char_offset: null, start_line: 4 };
  assert.match(await textOf(manuals, { cursor: lineOnly }), /^four/);
  for (const none of [{}, { cursor: {} }, { cursor: null, start_line: null }]) {
    assert.match(await textOf(manuals, none), /^one/);
  }
});

Deno.test("004 §7: cursor may be the char_offset as a number or a string", async () => {
  using root = makeManualRoot(FILES);
  const manuals = setUpManuals({ root: root.path });
  for (
    const cursor of [4, 4.0, "4", { char_offset: 4 }, { char_offset: "4" }]
  ) {
    assert.match(await textOf(manuals, { cursor }), /^two/);
  }
  for (const cursor of [-1, 1.5, true, "x", "", { offset: 1 }, [4]]) {
    const { code } = await manuals.fails("manual_scan", { ...A, cursor });
    assert.equal(code, "invalid_parameter", JSON.stringify(cursor));
  }
});

Deno.test('004 §7: manual_id "manuals" is not accepted', async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path });
  const args = { manual_id: "manuals", path: "guide/a.md" };
  assert.equal((await fails("manual_scan", args)).code, "invalid_parameter");
});

Deno.test("004 §7: start_line is an integer within the file's lines", async () => {
  using root = makeManualRoot(FILES);
  const manuals = setUpManuals({ root: root.path });
  assert.match(await textOf(manuals, { start_line: "4" }), /^four/);
  for (const start_line of [0, 5, -1, 2.5, true, "x"]) {
    for (const args of [{ start_line }, { cursor: { start_line } }]) {
      const failure = await manuals.fails("manual_scan", { ...A, ...args });
      assert.equal(failure.code, "invalid_parameter", JSON.stringify(args));
    }
  }
  const { message } = await manuals.fails("manual_scan", {
    ...A,
    start_line: 5,
  });
  assert.match(message, /start_line 5: .*from 1 to 4/);
});

Deno.test("004 §7: max_chars is an integer from 256 to 50000, by default SCAN_MAX_CHARS", async () => {
  using root = makeManualRoot(FILES);
  const { ok, fails } = setUpManuals({ root: root.path, scanMaxChars: 300 });
  const applied = async (max_chars?: unknown): Promise<number> =>
    (await ok("manual_scan", { ...A, max_chars })).applied.max_chars;
  assert.equal(await applied(), 300);
  assert.equal(await applied("256"), 256);
  assert.equal(await applied(50000), 50000);
  for (const max_chars of [255, 50001, 256.5, false, "many"]) {
    const { code } = await fails("manual_scan", { ...A, max_chars });
    assert.equal(code, "invalid_parameter");
  }
});

Deno.test("manual_scan reads JSON and empty files, and a position at the end", async () => {
  using root = makeManualRoot({ ...FILES, "guide/empty.md": "" });
  const { ok, fails } = setUpManuals({ root: root.path });
  const json = await ok("manual_scan", { ...A, path: "d.json" });
  assert.equal(json.text, '{\n"a": 1\n}');
  const empty = await ok("manual_scan", { ...A, path: "empty.md" });
  assert.deepEqual([empty.text, empty.eof, empty.applied_range], ["", true, {
    start_line: 1,
    end_line: 1,
  }]);
  const end = await ok("manual_scan", { ...A, cursor: LINES.length });
  assert.deepEqual([end.text, end.eof, end.next_cursor.char_offset], [
    "",
    true,
    null,
  ]);
  const beyond = { ...A, cursor: LINES.length + 1 };
  assert.equal((await fails("manual_scan", beyond)).code, "invalid_parameter");
});

Deno.test("manual_scan never splits a character and refuses a split offset", async () => {
  using root = makeManualRoot({ "guide/a.md": "a" + "😀".repeat(300) });
  const { ok, fails } = setUpManuals({ root: root.path });
  const first = await ok("manual_scan", { ...A, max_chars: 256 });
  assert.equal(first.text, "a" + "😀".repeat(127));
  assert.deepEqual(first.next_cursor, { char_offset: 255 });
  const { code } = await fails("manual_scan", { ...A, cursor: 2 });
  assert.equal(code, "invalid_parameter");
});

Deno.test("manual_scan pages joined equal the file, whatever is in it", async () => {
  const parts = ["a", "長い", "😀", "\n", "\r\n", "\r", " ", "x".repeat(700)];
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    let text = "";
    for (let i = 0; i < 400; i++) text += parts[random(parts.length)];
    using root = makeManualRoot({ "guide/a.md": "\ufeff" + text });
    const { ok } = setUpManuals({ root: root.path });
    let joined = "";
    let cursor: unknown = null;
    for (let eof = false; !eof;) {
      const page = await ok("manual_scan", { ...A, cursor, max_chars: 300 });
      assert.ok(page.text.length > 0 && page.text.length <= 300);
      assert.equal(page.truncated_reason, page.eof ? "none" : "max_chars");
      joined += page.text;
      cursor = page.next_cursor;
      eof = page.eof;
    }
    assert.equal(joined, text, `seed ${seed}`);
  }
});

Deno.test("manual_scan cuts at the last line end that fits", async () => {
  using root = makeManualRoot({ "guide/a.md": "0123456789\n".repeat(100) });
  const { ok } = setUpManuals({ root: root.path });
  const page = await ok("manual_scan", { ...A, max_chars: 256 });
  assert.equal(page.text.length, 253);
  assert.deepEqual(page.applied_range, { start_line: 1, end_line: 23 });
  const next = { ...A, max_chars: 256, cursor: page.next_cursor };
  const { applied_range } = await ok("manual_scan", next);
  assert.deepEqual(applied_range, { start_line: 24, end_line: 46 });
});

Deno.test("manual_scan refuses arguments that it does not know", async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path });
  const { code, details } = await fails("manual_scan", { ...A, limit: null });
  assert.equal(code, "invalid_parameter");
  assert.equal(details.issues[0].parameter, "limit");
});
