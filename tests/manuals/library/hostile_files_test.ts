import assert from "node:assert/strict";
import { FileError } from "../../../src/runtime/runtime.ts";
import { toManualError } from "../../../src/manuals/library/path_guard.ts";
import { ManualError } from "../../../src/manuals/errors.ts";
import { openManuals } from "../../../src/manuals/mod.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

Deno.test("a file of 100 MB is scanned and read, a page at a time", async () => {
  using root = makeManualRoot();
  const block = new TextEncoder().encode(
    ("# Heading\n" + "x".repeat(989) + "\n").repeat(1000),
  );
  root.write("guide/big.md", block);
  const file = Deno.openSync(`${root.path}/guide/big.md`, { append: true });
  for (let i = 1; i < 100; i++) file.writeSync(block);
  file.close();
  const manuals = openManuals({ root: root.path });
  const at = { manual_id: "guide", path: "big.md" };
  const last = await manuals.scan({ ...at, start_line: 200_000 });
  assert.equal(last.text.length, 990);
  assert.equal(last.eof, true);
  const ref = { ...at, start_line: 199_999 };
  assert.equal((await manuals.read({ ref })).text.length, 1000);
  const toc = { manual_id: "guide", path_prefix: "big.md" } as const;
  const { items } = await manuals.toc({ ...toc, depth: "deep" });
  assert.equal(items[0]?.headings.length, 20);
});

Deno.test("a file of a million lines is scanned from its middle", async () => {
  using root = makeManualRoot({ "guide/a.md": "line\n".repeat(1_000_000) });
  const manuals = openManuals({ root: root.path });
  const page = await manuals.scan({
    manual_id: "guide",
    path: "a.md",
    start_line: 500_000,
    max_chars: 256,
  });
  assert.deepEqual(page.applied_range, {
    start_line: 500_000,
    end_line: 500_050,
  });
});

Deno.test("a file of 100,000 headings is read by any of them", async () => {
  using root = makeManualRoot({ "guide/a.md": "# H\ntext\n".repeat(100_000) });
  const manuals = openManuals({ root: root.path });
  const ref = { manual_id: "guide", path: "a.md", start_line: 199_999 };
  assert.equal((await manuals.read({ ref })).text, "# H\ntext\n");
  await assert.rejects(
    manuals.read({ ref: { ...ref, start_line: 100_000 } }),
    /Cannot find a section at line 100000/,
  );
});

Deno.test({
  name: "a directory of a thousand levels is walked",
  // Elsewhere no path is that long.
  ignore: Deno.build.os !== "linux",
  async fn() {
    using root = makeManualRoot();
    const deep = Array.from({ length: 1000 }, () => "d").join("/");
    root.write(`guide/${deep}/a.md`, "# A\n");
    const manuals = openManuals({ root: root.path });
    const { items } = await manuals.toc({ manual_id: "guide" });
    assert.deepEqual(items.map(({ path }) => path), [`${deep}/a.md`]);
  },
});

Deno.test("a tag as long as a file does no harm", async () => {
  const tag = `<a${" b".repeat(6_000_000)}>`;
  using root = makeManualRoot({ "guide/a.md": `${tag}\n\n# A\n` });
  const manuals = openManuals({ root: root.path });
  const ref = { manual_id: "guide", path: "a.md", start_line: 3 };
  assert.equal((await manuals.read({ ref })).text, "# A\n");
});

Deno.test("a title or a definition as long as a file is no title and no harm", async () => {
  const long = "a".repeat(12_000_000);
  using root = makeManualRoot({
    "guide/double.md": `---\ntitle: "${long}"\n---\n# A\n`,
    "guide/single.md": `---\ntitle: '${long}'\n---\n# A\n`,
    "guide/open.md": `---\ntitle: "${long}\n---\n# A\n`,
    "guide/place.md": `[a]: <${long}>\n===\n\n# A\n`,
    "guide/quoted.md": `[a]: b "${long}"\n===\n\n# A\n`,
  });
  const manuals = openManuals({ root: root.path });
  for (const path of ["double.md", "single.md", "open.md"]) {
    const ref = { manual_id: "guide", path };
    assert.equal((await manuals.read({ ref })).text, "# A\n", path);
  }
  // Definitions alone are no setext heading: the line below is plain text.
  for (const path of ["place.md", "quoted.md"]) {
    const { items } = await manuals.toc({
      manual_id: "guide",
      path_prefix: path,
      depth: "deep",
    });
    assert.deepEqual(
      items[0]?.headings.map(({ line_start }) => line_start),
      [1, 4],
      path,
    );
  }
});

Deno.test("toManualError() tells what is no file from what cannot be read", () => {
  const faultOf = (kind: FileError["kind"]): unknown => {
    const cause = new FileError(kind, "a.md", undefined);
    const error = toManualError(cause, "a.md");
    return error instanceof ManualError && Reflect.get(error.problem, "fault");
  };
  assert.equal(faultOf("not_a_file"), "special");
  assert.equal(faultOf("denied"), "denied");
  assert.equal(faultOf("other"), "unreadable");
});
