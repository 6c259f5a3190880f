import assert from "node:assert/strict";
import { makeManualRoot, testFiles } from "../kit/manual_root.ts";
import {
  type ManualsRun,
  runManualsCommand as run,
} from "../kit/run_manuals.ts";

const FILES = {
  "guide/a.md": "# A\ntext\n\n## B\nmore",
  "guide/ops/run.md": "# Run\n",
};

Deno.test("manuals ls lists manuals and directories", async () => {
  using root = makeManualRoot(FILES);
  const at = { root: root.path };
  assert.deepEqual(await run(["ls"], at), {
    code: 0,
    out: "guide/\n",
    err: "",
  });
  assert.equal((await run(["ls", "guide"], at)).out, "ops/\na.md\n");
  assert.equal((await run(["ls", "guide", "ops"], at)).out, "run.md\n");
  assert.equal((await run(["ls", "--", "guide", "ops"], at)).out, "run.md\n");
});

Deno.test("manuals ls says why it lists nothing", async () => {
  using root = makeManualRoot({ "loose.md": "# Loose\n" });
  const flat = await run(["ls"], { root: root.path });
  assert.deepEqual([flat.code, flat.out], [0, ""]);
  assert.match(
    flat.err,
    /no manuals in .*: .* a directory of its own; in no manual: 1 \.md directly in the root/,
  );
  root.write("guide/notes.html", "text");
  const empty = await run(["ls", "guide"], { root: root.path });
  assert.deepEqual([empty.code, empty.out], [0, ""]);
  assert.match(
    empty.err,
    /no directories, Markdown, .* or JSON files here; not read: 1 \.html\n/,
  );
});

Deno.test("manuals toc prints files, and headings with --deep", async () => {
  using root = makeManualRoot(FILES);
  const at = { root: root.path };
  const page = await run(["toc", "guide", "--max-files", "1"], at);
  assert.equal(page.out, "a.md\n");
  assert.match(page.err, /2 files; go on with --offset 1/);
  const rest = await run(["toc", "guide", "--offset=1"], at);
  assert.equal(rest.out, "ops/run.md\n");
  const deep = await run(["toc", "guide", "a.md", "--deep"], at);
  assert.equal(deep.out, "a.md\n      1  A\n      4  B\n");
});

Deno.test("manuals read prints a section as it is to a pipe, closed on a terminal", async () => {
  using root = makeManualRoot(FILES);
  const args = ["read", "guide", "a.md", "--line", "4"];
  const piped = await run(args, { root: root.path });
  assert.deepEqual(piped, { code: 0, out: "## B\nmore", err: "" });
  const shown = await run(args, { root: root.path, terminal: true });
  assert.equal(shown.out, "## B\nmore\n");
});

Deno.test("manuals read and scan take a hit as find prints it", async () => {
  using root = makeManualRoot(FILES);
  const at = { root: root.path };
  for (const name of ["read", "scan"]) {
    const { out } = await run([name, "guide", "a.md:4"], at);
    assert.equal(out, "## B\nmore", name);
  }
  const both = await run(["read", "guide", "a.md:4", "--line", "1"], at);
  assert.match(both.out, /^# A\n/, "--line wins");
  const wrong = await run(["read", "guide", "a.md:3"], at);
  assert.match(wrong.err, /line 3 of "a\.md"/);
});

// No file has such a name on Windows.
const ignore = Deno.build.os === "windows";
Deno.test(
  "manuals lets no file steer the terminal that shows it",
  { ignore },
  async () => {
    const text = "# Red \x1b[31m title\n\x1b]0;zebra\x07\tend\r\n## B\n";
    using root = makeManualRoot({ "guide/a\x1b[2J\nb.md": text });
    using cache = makeManualRoot();
    const at = { root: root.path, cache: cache.path };
    const file = "a\x1b[2J\nb.md";
    const shown = "a\\u001b[2J\\u000ab.md";
    assert.equal((await run(["ls", "guide"], at)).out, `${shown}\n`);
    const toc = await run(["toc", "guide", file, "--deep"], at);
    assert.match(
      toc.out,
      /^.*\n {6}1 {2}Red \\u001b\[31m title\n {6}3 {2}B\n$/,
    );
    const found = await run(["find", "guide", "zebra"], at);
    assert.ok(found.out.startsWith(` 1  ${shown}:1  Red \\u001b[31m title\n`));
    const wrong = await run(["read", "guide", file, "--line", "2"], at);
    assert.ok(wrong.err.endsWith("  1  Red \\u001b[31m title\n  3  B\n"));
    const args = ["scan", "guide", file];
    assert.equal((await run(args, at)).out, text, "a pipe gets what there is");
    const { out } = await run(args, { ...at, terminal: true });
    const harmless = text.replaceAll("\x1b", "\\u001b")
      .replaceAll("\x07", "\\u0007");
    assert.equal(out, harmless);
    root.write("guide/a\u202edm.exe.md", "# Turned \u2066 around\n");
    const turned = await run(["ls", "guide"], at);
    assert.doesNotMatch(turned.out, /[\u202e\u2066]/);
    assert.match(turned.out, /a\\u202edm\.exe\.md/);
    const real = await run(["ls", "guide", "--json"], at);
    assert.match(real.out, /a\u202edm\.exe\.md/);
    Deno.removeSync(`${root.path}/guide/a\u202edm.exe.md`);
    root.write("guide/\x1b[2J.md", new Uint8Array([0xff]));
    const { err } = await run(["find", "guide", "zebra"], at);
    assert.match(err, /not searched: \\u001b\[2J\.md/);
  },
);

Deno.test("manuals scan prints a page and how to go on", async () => {
  using root = makeManualRoot({ "guide/a.md": "0123456789\n".repeat(50) });
  const at = { root: root.path };
  const args = ["scan", "guide", "a.md", "--max-chars", "256"];
  const first = await run(args, at);
  assert.equal(first.out.length, 253);
  assert.match(first.err, /--offset 253/);
  const second = await run([...args, "--offset", "253"], at);
  assert.equal(second.out.length, 253);
  const last = await run(["scan", "guide", "a.md", "--line", "50"], at);
  assert.deepEqual(last, { code: 0, out: "0123456789\n", err: "" });
});

Deno.test("manuals find prints as many hits as asked for, and what was not searched", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 15 }, (_, i) => [`guide/${i}.md`, "# Zebra\n"]),
  );
  using root = makeManualRoot(pages);
  using cache = makeManualRoot();
  const at = { root: root.path, cache: cache.path };
  const find = (...more: string[]): Promise<ManualsRun> =>
    run(["find", "guide", "zebra", ...more], at);
  assert.deepEqual((await find()).out.match(/Zebra/g)?.length, 10);
  assert.deepEqual((await find("--limit", "3")).out.match(/Zebra/g)?.length, 3);
  for (const bad of ["0", "11"]) {
    const { code, err } = await find("--limit", bad);
    assert.equal(code, 2);
    assert.match(err, /--limit needs a whole number from 1 to 10, got/);
  }
  assert.equal((await find()).err, "");
  root.write("guide/bad.md", new Uint8Array([0xff]));
  assert.match((await find()).err, /not searched: bad\.md \(undecodable\)\n$/);
  root.write("guide/worse.md", new Uint8Array([0xff]));
  assert.match(
    (await find()).err,
    /not searched: bad\.md \(undecodable\) and 1 more/,
  );
});

Deno.test("manuals --json prints what the tools return", async () => {
  using root = makeManualRoot(FILES);
  for (
    const args of [
      ["ls"],
      ["toc", "guide"],
      ["read", "guide", "a.md"],
      ["scan", "guide", "a.md"],
    ]
  ) {
    const { code, out } = await run([...args, "--json"], { root: root.path });
    assert.equal(code, 0);
    assert.equal(typeof JSON.parse(out), "object");
  }
  const { out } = await run(["ls", "--json"], { root: root.path });
  assert.deepEqual(JSON.parse(out), {
    id: "manuals",
    items: [{ id: "guide", name: "guide", kind: "dir" }],
  });
});

Deno.test("manuals --root wins over the configuration", async () => {
  using root = makeManualRoot(FILES);
  const other = { root: `${root.path}/nowhere` };
  assert.equal((await run(["ls", "--root", root.path], other)).code, 0);
  const { code, err } = await run(["ls"], other);
  assert.equal(code, 1);
  assert.match(err, /nowhere/);
  assert.equal((await run(["ls"])).code, 2, "no root at all");
});

Deno.test("manuals takes --root and --json before the command, too", async () => {
  using root = makeManualRoot(FILES);
  const { path } = root;
  for (const given of [["--root", path], [`--root=${path}`]]) {
    assert.equal((await run([...given, "ls"])).out, "guide/\n");
    const { out } = await run(["--json", ...given, "ls"]);
    assert.equal(JSON.parse(out).id, "manuals");
  }
  assert.match((await run(["--root", path])).err, /Missing command/);
  assert.match((await run(["--deep", "ls"])).err, /Unknown command --deep/);
});

Deno.test("manuals exits with 1 for a failure and lists what there is", async () => {
  using root = makeManualRoot(FILES);
  const args = ["read", "guide", "a.md", "--line", "3"];
  const { code, out, err } = await run(args, { root: root.path });
  assert.equal(code, 1);
  assert.equal(out, "");
  assert.match(err, /line 3 .*\n {2}1 {2}A\n {2}4 {2}B\n$/);
});

Deno.test("manuals exits with 2 for a command line that is wrong", async () => {
  using root = makeManualRoot(FILES);
  const wrong: Readonly<Record<string, RegExp>> = {
    "": /Missing command\nUsage: .*\n\nCommands:\n {2}ls /,
    "reed x": /Unknown command reed; did you mean read/,
    "toString": /Unknown command/,
    "read guide": /Missing argument <file>[\s\S]*Usage: .* read <manual>/,
    "toc": /Missing argument <manual>; manuals here: guide\n/,
    "find install": /Missing argument <manual> before "install"; manuals here/,
    "find guide": /Missing argument <query>\n/,
    "read a.md": /Missing argument <manual> before "a\.md"; manuals here/,
    "foo": /Unknown command foo\n/,
    "toc guide a b": /"b"; put quotes around a <path> with spaces/,
    "ls guide ops more":
      /Unexpected argument "more"; put quotes around a <directory> with spaces/,
    "find guide how to": /"to"; put quotes around a <query> with spaces/,
    "ls --deep": /Unknown option --deep/,
    "toc guide --deeep": /Unknown option --deeep; did you mean --deep\?\n/,
    "toc guide --josn": /did you mean --json\?\n/,
    "find guide x --require a --require b --require c":
      /Option --require may be given once or twice, got 3\n/,
    "ls --root=": /No manuals: give --root/,
    "find guide x --require=": /Option --require needs a value\n/,
    "ls --json=1": /takes no value/,
    "toc guide --offset": /--offset needs a value/,
    "toc guide --offset x": /needs a whole number/,
    "toc guide --max-files 51": /from 1 to 50/,
  };
  for (const [line, message] of Object.entries(wrong)) {
    const args = line.split(" ").filter((word) => word !== "");
    const { code, out, err } = await run(args, { root: root.path });
    assert.equal(code, 2, line);
    assert.equal(out, "");
    assert.match(err, message);
  }
});

Deno.test("manuals names in its errors what can be typed", async () => {
  using root = makeManualRoot({ ...FILES, "guide/max_chars.md": "# M\n" });
  const lines: Readonly<Record<string, RegExp>> = {
    "ls nope": /Cannot find the manual "nope": take one of these\n {2}guide\n/,
    "toc nope": /Cannot find the manual "nope": take one of these\n {2}guide\n/,
    "ls guide ..": /Cannot use "\.\.": it holds/,
    "ls --root /no":
      /"\/no": .*; give --root <directory> or set MANUALS_ROOT\n/,
    "toc guide --deep": /give <path> with --deep\n/,
    "toc guide --max-files 51": /--max-files 51/,
    "read guide a.md --line 0": /Cannot use --line 0/,
    "read guide a.md --line 3": /take one of these, or manuals scan\n/,
    "read guide max_chars.md --line 3": /of "max_chars\.md"/,
    "scan guide a.md --offset 99": /Cannot use --offset 99/,
    "scan guide a.md --max-chars 1": /Cannot use --max-chars 1/,
  };
  for (const [line, message] of Object.entries(lines)) {
    const { err } = await run(line.split(" "), { root: root.path });
    assert.match(err, message);
  }
});

Deno.test("manuals names eight manuals where none is given, and counts the rest", async () => {
  const manuals = (count: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`m${i}/a.md`, "# A\n"]),
    );
  for (const [count, end] of [[8, "m7\n"], [9, "m7 and 1 more\n"]] as const) {
    using root = makeManualRoot(manuals(count));
    const { err } = await run(["find", "word"], { root: root.path });
    assert.ok(err.includes(`manuals here: m0, `) && err.includes(end), err);
  }
});

Deno.test("manuals --help goes to standard output", async () => {
  const { code, out } = await run(["--help"]);
  assert.equal(code, 0);
  assert.deepEqual(await run(["-h"]), { code, out, err: "" });
  for (const name of ["ls", "toc", "read", "scan"]) {
    assert.match(out, new RegExp(`^  ${name} `, "m"));
  }
  const { code: same, out: own } = await run(["toc", "--help"]);
  assert.equal(same, 0);
  assert.match(own, /^Usage: .*toc <manual>.*--root.*\n {2}list the files/);
});

Deno.test("manuals passes a defect on", async () => {
  using root = makeManualRoot(FILES);
  const listSync = (): never => {
    throw new RangeError("a defect");
  };
  const at = { root: root.path, files: { ...testFiles, listSync } };
  await assert.rejects(run(["ls"], at), /^RangeError: a defect$/);
});
