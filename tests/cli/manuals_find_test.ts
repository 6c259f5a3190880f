import assert from "node:assert/strict";
import { ManualClock } from "../kit/manual_clock.ts";
import { makeManualRoot, testFiles } from "../kit/manual_root.ts";
import { runManualsCommand as run } from "../kit/run_manuals.ts";

const ZEBRA = ["find", "guide", "zebra"];

/** A manual of which each file takes long to read. */
async function findSlowly(terminal: boolean): Promise<string> {
  using root = makeManualRoot(Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`guide/${i}.md`, "# Zebra\n"]),
  ));
  const clock = new ManualClock();
  const files = {
    ...testFiles,
    readSync: (path: string) => {
      if (path.endsWith(".md")) clock.advance(200);
      return testFiles.readSync(path);
    },
  };
  const cache = `${root.path}/.cache`;
  const at = { root: root.path, cache, files, clock, terminal };
  const { code, err } = await run(ZEBRA, at);
  assert.equal(code, 0);
  return err;
}

Deno.test("manuals find shows a bar on a terminal while it indexes, and takes it away", async () => {
  const err = await findSlowly(true);
  assert.deepEqual(err.match(/[█░]+ .*? files {2}guide/g), [
    "████████░░░░░░░░░░░░░░░░  2 of 6 files  guide",
    "████████████░░░░░░░░░░░░  3 of 6 files  guide",
    "████████████████░░░░░░░░  4 of 6 files  guide",
    "████████████████████░░░░  5 of 6 files  guide",
    "████████████████████████  6 of 6 files  guide",
  ]);
  assert.ok(!err.includes("\n"), "it stays on one line");
  assert.ok(err.endsWith("\r\x1b[K"), "nothing of it is left");
});

Deno.test("manuals find writes no bar where nobody sits", async () => {
  assert.equal(await findSlowly(false), "");
});

Deno.test("manuals find leaves its index to the next process", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\n" });
  const cache = `${root.path}/.cache`;
  const files = {
    ...testFiles,
    // Writing takes longer than answering.
    makeDir: async (path: string) => {
      for (let turn = 0; turn < 9; turn++) {
        await new Promise((resolve) => setTimeout(resolve));
      }
      await testFiles.makeDir(path);
    },
  };
  await run(ZEBRA, { root: root.path, cache, files });
  const [index] = Deno.readDirSync(`${cache}/manuals`);
  assert.match(index?.name ?? "", /\.index$/);
});

Deno.test("manuals find --explain tells the required terms and each hit's signals", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra crossing\n" });
  const at = { root: root.path, cache: `${root.path}/.cache` };
  const required = ["--require", "zebra", "--require", "crossing"];
  const { code, out } = await run([...ZEBRA, ...required, "--explain"], at);
  assert.equal(code, 0);
  assert.match(out, /required zebra, crossing: required_effective/);
  assert.match(out, /signals .*required_term_and/);
  const none = await run([...ZEBRA, "--require", "gnu", "--explain"], at);
  assert.match(none.out, /signals -\n/);
});

Deno.test("manuals find --explain shows each pass and what a score is made of", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\nzebra crossing\n" });
  const at = { root: root.path, cache: `${root.path}/.cache` };
  const required = ["--require", "zebra", "--require", "crossing"];
  const { out } = await run([...ZEBRA, ...required, "--explain"], at);
  assert.deepEqual(
    out.replaceAll(/\d+\.\d\d\b/g, "0.00").split("\n").slice(1, 9),
    [
      "  g0 base: 1 candidates, weight 1",
      "  g_req A [zebra]: 1 candidates, weight 1",
      "  g_req B [crossing]: 1 candidates, weight 1",
      "  g_req A+B [zebra, crossing]: 1 candidates, weight 1.1",
      "  searched 1 sections of 1 files",
      " 1  a.md:1  Zebra",
      "    0.00  zebra",
      "    base 0.00 + coverage 0.00 + heading 0.00",
    ],
  );
  const json = async (...more: string[]): Promise<Record<string, unknown[]>> =>
    JSON.parse((await run([...ZEBRA, "--json", ...more], at)).out);
  const { gate_runs, fusion_debug } = await json("--explain");
  assert.ok(gate_runs?.length && fusion_debug?.length);
  assert.equal("gate_runs" in await json(), false);
});

Deno.test("manuals find says which terms are nowhere, beside what it could not search", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Zebra\n",
    "guide/bad.md": new Uint8Array([0xff]),
  });
  const at = { root: root.path, cache: `${root.path}/.cache` };
  const required = ["--require", "gnu", "--require", "yak"];
  assert.match(
    (await run([...ZEBRA, ...required], at)).err,
    /: not in this manual: gnu, yak; not searched: bad\.md \(undecodable\)\n$/,
  );
});

Deno.test("manuals find calls no term absent from a manual of which it searched a part", async () => {
  using root = makeManualRoot(Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`guide/${i}.md`, "# Zebra\n"]),
  ));
  const clock = new ManualClock();
  const files = {
    ...testFiles,
    readSync: (path: string) => {
      if (path.endsWith(".md")) clock.advance(25_000);
      return testFiles.readSync(path);
    },
  };
  const cache = `${root.path}/.cache`;
  const at = { root: root.path, cache, files, clock };
  assert.match(
    (await run([...ZEBRA, "--require", "gnu"], at)).err,
    /: not in what was searched so far: gnu; not searched: \d\.md \(time_budget\)/,
  );
});

Deno.test("manuals find --explain leaves out what adds nothing", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\n" });
  const cache = `${root.path}/.cache`;
  const at = { root: root.path, cache };
  const { out } = await run([...ZEBRA, "--explain"], at);
  assert.match(out, /base \d/);
  assert.doesNotMatch(out, /[a-z] -?0\.00/);
});

Deno.test("manuals toc lists what to narrow the scope to", async () => {
  const pages = (dir: string, count: number): [string, string][] =>
    Array.from({ length: count }, (_, i) => [`guide/${dir}/${i}.md`, ""]);
  using root = makeManualRoot(
    Object.fromEntries([...pages("a", 150), ...pages("b", 51)]),
  );
  const { code, err } = await run(["toc", "guide"], { root: root.path });
  assert.equal(code, 1);
  assert.match(err, /\n {2}a {2}150\n {2}b {2}51\n$/);
});

Deno.test("manuals read cuts where --max-chars says, and says so", async () => {
  using root = makeManualRoot({ "guide/a.md": `# A\n${"line\n".repeat(99)}` });
  const args = ["read", "guide", "a.md", "--max-chars", "256"];
  const { out, err } = await run(args, { root: root.path });
  assert.equal(out.length, 254);
  assert.match(
    err,
    /cut after 256 characters; use --max-chars \(up to 50000\) or manuals scan\n$/,
  );
  for (const command of ["read", "scan"]) {
    const most = [command, "guide", "a.md", "--max-chars", "50000"];
    assert.equal((await run(most, { root: root.path })).err, "");
  }
});

Deno.test("manuals find tells an empty manual from one without an answer", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# A\n",
    "empty/notes.html": "text",
  });
  const at = { root: root.path, cache: `${root.path}/.cache` };
  const { err: none } = await run(["find", "empty", "zebra"], at);
  assert.match(
    none,
    /nothing found: no Markdown, .* or JSON files in this manual; not read: 1 \.html\n/,
  );
  assert.match((await run(ZEBRA, at)).err, /nothing found\n/);
});
