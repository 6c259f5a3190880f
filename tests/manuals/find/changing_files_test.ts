import assert from "node:assert/strict";
import { walkManual } from "../../../src/manuals/library/corpus.ts";
import { ManualError } from "../../../src/manuals/errors.ts";
import { openManuals } from "../../../src/manuals/mod.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { FileError, type Files } from "../../../src/runtime/runtime.ts";
import {
  ask,
  itemsOf,
  pathsFor,
  settle,
  setUpFinder,
} from "../../kit/find_setup.ts";
import { ManualClock } from "../../kit/manual_clock.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

Deno.test("find() of a manual that vanishes or closes meanwhile is an error to act on", async () => {
  for (
    const [kind, code] of [["not_found", "not_found"], [
      "denied",
      "forbidden",
    ]] as const
  ) {
    using root = makeManualRoot({ "guide/a.md": "# Zebra\n" });
    const fail = (path: string): never => {
      throw new FileError(kind, path, new Error("changed a moment ago"));
    };
    const cases: Partial<Files>[] = [
      { listSync: fail },
      {
        realPathSync: (path) =>
          path === root.path ? testFiles.realPathSync(path) : fail(path),
      },
    ];
    for (const broken of cases) {
      const files = { ...testFiles, ...broken };
      const finder = setUpFinder(root.path, { files });
      await assert.rejects(
        finder.find(ask("zebra")),
        (error) => error instanceof ManualError && error.code === code,
      );
    }
  }
});

/** A manual with a directory `a/b`, and one outside of it with the same names. */
function twoTrees(): ReturnType<typeof makeManualRoot> {
  return makeManualRoot({
    "guide/a/b/page.md": "# Zebra\ninside\n",
    "outside/a/b/page.md": "# Zebra secret\noutside\n",
    "outside/a/b/secret.md": "# Zebra secret\noutside\n",
  });
}

/** Puts a link to the outside in the place of `guide/a`. */
function swap(root: string): void {
  Deno.renameSync(`${root}/guide/a`, `${root}/guide/was`);
  Deno.symlinkSync(`${root}/outside/a`, `${root}/guide/a`);
}

/** Files of which one operation on one path is followed by a swap. */
function swappingFiles(
  root: string,
  operation: "listSync" | "lstatSync",
  path: string,
): Files {
  let swapped = false;
  return {
    ...testFiles,
    [operation](asked: string): unknown {
      const result = testFiles[operation](asked);
      if (asked === `${root}/${path}` && !swapped) {
        swapped = true;
        swap(root);
      }
      return result;
    },
  };
}

Deno.test("no directory is listed through a link that took its place", async () => {
  for (
    const [operation, path] of [
      ["listSync", "guide"],
      ["listSync", "guide/a"],
      ["lstatSync", "guide/a/b"],
    ] as const
  ) {
    using root = twoTrees();
    const files = swappingFiles(root.path, operation, path);
    const found = await walkManual(files, `${root.path}/guide`);
    assert.deepEqual(found.files, [], path);
    assert.equal(found.skipped[0]?.reason, "vanished");
  }
});

Deno.test("no file is indexed through a link that took its directory's place", async () => {
  using root = twoTrees();
  root.write("guide/0.md", "# First of all\n");
  const page = "guide/a/b/page.md";
  const files = swappingFiles(root.path, "lstatSync", page);
  const finder = setUpFinder(root.path, { files });
  const { trace_id, summary } = await finder.find(ask("zebra secret"));
  assert.equal(summary.candidates, 0);
  assert.deepEqual(itemsOf(finder, trace_id, "unscanned"), [
    { manual_id: "guide", path: "a/b/page.md", reason: "vanished" },
  ]);
});

Deno.test("no headings are read through a link that took a directory's place", async () => {
  using root = twoTrees();
  const page = "guide/a/b/page.md";
  const files = swappingFiles(root.path, "lstatSync", page);
  const manuals = openManuals({
    root: root.path,
    runtime: { ...runtime, files },
  });
  const { items } = await manuals.toc({
    manual_id: "guide",
    path_prefix: "a",
    depth: "deep",
  });
  assert.deepEqual(items, [
    { path: "a/b/page.md", headings: [], problem: "unreadable" },
  ]);
});

Deno.test("a changed max_file_bytes is true of a stored index, too", async () => {
  using root = makeManualRoot({
    "guide/a.md": `# Zebra\n${"text ".repeat(300)}`,
    "guide/b.md": "# Zebra\n",
  });
  settle(`${root.path}/guide`);
  const pathsWith = async (max_file_bytes: number): Promise<string[]> => {
    const finder = setUpFinder(root.path, {
      cacheDir: `${root.path}/cache`,
      settings: { max_file_bytes },
    });
    const found = await pathsFor(finder, ask("zebra"));
    await finder.settled();
    await finder.close();
    return found.sort();
  };
  assert.deepEqual(await pathsWith(1000), ["b.md"]);
  assert.deepEqual(await pathsWith(10_000), ["a.md", "b.md"]);
  assert.deepEqual(await pathsWith(1000), ["b.md"]);
});

Deno.test("a file that can be read again is found again, its time unchanged", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Zebra\n",
    "guide/b.md": "# Zebra\n",
  });
  settle(`${root.path}/guide`);
  let closed = true;
  const deny = (path: string): void => {
    if (!closed || !path.endsWith("/a.md")) return;
    throw new FileError("denied", path, new Error("permission denied"));
  };
  const files: Files = {
    ...testFiles,
    readSync(path) {
      deny(path);
      return testFiles.readSync(path);
    },
    openSync(path) {
      deny(path);
      return testFiles.openSync(path);
    },
  };
  const cacheDir = `${root.path}/cache`;
  const finder = setUpFinder(root.path, { files, cacheDir });
  assert.deepEqual(await pathsFor(finder, ask("zebra")), ["b.md"]);
  assert.deepEqual(await pathsFor(finder, ask("zebra")), ["b.md"]);
  await finder.settled();
  closed = false;
  for (const each of [finder, setUpFinder(root.path, { files, cacheDir })]) {
    const { trace_id } = await each.find(ask("zebra"));
    assert.equal(itemsOf(each, trace_id).length, 2);
    assert.deepEqual(itemsOf(each, trace_id, "unscanned"), []);
    const { applied } = await each.find(ask("zebra"));
    assert.equal(applied.sem_cache_mode, "exact", "read once");
    await each.settled();
    each.close();
  }
});

Deno.test("files are looked at again after refresh_ms, with 0 by every search", async () => {
  const found = async (refresh_ms: number): Promise<number[]> => {
    using root = makeManualRoot({ "guide/a.md": "# Zebra\n" });
    settle(root.path);
    const clock = new ManualClock();
    const finder = setUpFinder(root.path, { clock, settings: { refresh_ms } });
    const counts: number[] = [];
    for (const ms of [0, 0, 999, 1]) {
      clock.advance(ms);
      const { summary } = await finder.find(ask("zebra"));
      counts.push(summary.candidates);
      root.write(`guide/${counts.length}.md`, "# Zebra\n");
      // Two writes may fall into one tick of the file system's clock.
      Deno.utimeSync(`${root.path}/guide`, counts.length, counts.length);
    }
    return counts;
  };
  assert.deepEqual(await found(0), [1, 2, 3, 4]);
  assert.deepEqual(await found(1000), [1, 1, 1, 4]);
});

Deno.test("a file of another size is read again though its time is the same", async () => {
  using root = makeManualRoot({ "guide/a.md": "# Zebra\n" });
  settle(root.path);
  const finder = setUpFinder(root.path);
  const found = async (query: string): Promise<number> => {
    Deno.utimeSync(`${root.path}/guide/a.md`, 1, 1);
    return (await finder.find(ask(query))).summary.candidates;
  };
  assert.equal(await found("zebra"), 1);
  root.write("guide/a.md", "# Giraffe\n");
  assert.deepEqual([await found("giraffe"), await found("zebra")], [1, 0]);
});

Deno.test("a claim graph does without the text of a file that is gone", async () => {
  using root = makeManualRoot({
    "guide/a.md": "# Zebra\nA zebra.\n",
    "guide/b.md": "# Zebra\nA striped zebra.\n",
  });
  const finder = setUpFinder(root.path, { settings: { refresh_ms: 60_000 } });
  await finder.find(ask("zebra"));
  Deno.removeSync(`${root.path}/guide/a.md`);
  const { claim_graph, summary } = await finder.find(
    ask("zebra", "zebra", { include_claim_graph: true }),
  );
  assert.equal(summary.candidates, 2);
  assert.deepEqual(claim_graph?.evidences.map(({ ref }) => ref.path), ["b.md"]);
});

Deno.test("a root that is a link to another place now answers from there", async () => {
  using before = makeManualRoot({ "guide/old.md": "# Zebra\n" });
  using after = makeManualRoot({ "guide/new.md": "# Zebra\n" });
  using links = makeManualRoot();
  const root = `${links.path}/current`;
  Deno.symlinkSync(before.path, root);
  const finder = setUpFinder(root);
  assert.deepEqual(await pathsFor(finder, ask("zebra")), ["old.md"]);
  Deno.removeSync(root);
  Deno.symlinkSync(after.path, root);
  assert.deepEqual(await pathsFor(finder, ask("zebra")), ["new.md"]);
});

Deno.test("nothing is returned that was read through a link swapped in", async () => {
  for (const tool of ["read", "scan", "toc"] as const) {
    using root = twoTrees();
    const files: Files = {
      ...testFiles,
      readSync(path) {
        swap(root.path);
        return testFiles.readSync(path);
      },
    };
    const manuals = openManuals({
      root: root.path,
      runtime: { ...runtime, files },
    });
    const at = { manual_id: "guide", path: "a/b/page.md" };
    if (tool === "toc") {
      const { items: [item] } = await manuals.toc({
        manual_id: "guide",
        path_prefix: at.path,
        depth: "deep",
      });
      assert.equal(item?.problem, "unreadable");
      continue;
    }
    const call = tool === "read" ? manuals.read({ ref: at }) : manuals.scan(at);
    await assert.rejects(call, /symbolic links are not followed/);
  }
});
