/**
 * The fixed rules of the specification of `manual_find` (004 §4), one by one,
 * on the engine: what was left out. What concerns the public form is in `tests/tools`.
 */
import assert from "node:assert/strict";
import { FileError, type Files } from "../../../src/runtime/runtime.ts";
import { ask, itemsOf, pathsFor, setUpFinder } from "../../kit/find_setup.ts";
import { GUIDE } from "../../kit/guide.ts";
import { makeManualRoot, testFiles } from "../../kit/manual_root.ts";

Deno.test("004 §4: only_unscanned_from_trace_id searches just what was left out", async () => {
  using root = makeManualRoot({
    ...GUIDE,
    "guide/big.md": "# Big\nwalrus\n" + "x".repeat(2000),
  });
  const finder = setUpFinder(root.path, { settings: { max_file_bytes: 1000 } });
  const { trace_id } = await finder.find(ask("walrus"));
  const [left] = itemsOf(finder, trace_id, "unscanned");
  assert.deepEqual(left, {
    manual_id: "guide",
    path: "big.md",
    reason: "too_large",
  });
  root.write("guide/big.md", "# Small\nwalrus daemon\n");
  const params = ask("walrus daemon", "daemon", {
    only_unscanned_from_trace_id: trace_id,
  });
  const second = await finder.find(params);
  assert.equal(second.applied.sem_cache_mode, "bypass");
  assert.equal(second.summary.scanned_files, 1);
  assert.deepEqual(await pathsFor(finder, params), ["big.md"]);
});

Deno.test("004 §4: an unknown trace is not_found, one of another manual refused", async () => {
  using root = makeManualRoot({ ...GUIDE, "other/a.md": "# A\n" });
  const finder = setUpFinder(root.path);
  const unknown = ask("a", "a", { only_unscanned_from_trace_id: "nope" });
  await assert.rejects(finder.find(unknown), {
    code: "not_found",
    message: /"nope": traces expire; search again$/,
  });
  const { trace_id } = await finder.find(ask("backup"));
  const foreign = { ...unknown, manual_id: "other" };
  await assert.rejects(
    finder.find({ ...foreign, only_unscanned_from_trace_id: trace_id }),
    {
      code: "invalid_parameter",
      message: /in "guide"; give that manual, or/,
    },
  );
});

Deno.test("004 §4: only_unscanned_from_trace_id searches a directory that can be read now", async () => {
  using root = makeManualRoot({
    ...GUIDE,
    "guide/closed/a.md": "# A\nwalrus\n",
    "guide/closed/deep/b.md": "# B\nwalrus\n",
    "guide/closed-not/c.md": "# C\nwalrus\n",
  });
  let closed = true;
  const listSync: Files["listSync"] = (path) => {
    if (!closed || !path.endsWith("/closed")) return testFiles.listSync(path);
    throw new FileError("denied", path, new Error("permission denied"));
  };
  const finder = setUpFinder(root.path, { files: { ...testFiles, listSync } });
  const first = await finder.find(ask("walrus"));
  assert.deepEqual(itemsOf(finder, first.trace_id, "unscanned"), [
    { manual_id: "guide", path: "closed", reason: "unreadable" },
  ]);
  const again = ask("walrus", "walrus", {
    only_unscanned_from_trace_id: first.trace_id,
  });
  const still = await finder.find(again);
  assert.deepEqual(
    itemsOf(finder, still.trace_id, "unscanned").map(({ path }) => path),
    ["closed"],
  );
  closed = false;
  root.write("guide/closed/bad.md", new Uint8Array([0xff]));
  const second = await finder.find(again);
  assert.equal(second.summary.scanned_files, 2);
  assert.deepEqual((await pathsFor(finder, again)).sort(), [
    "closed/a.md",
    "closed/deep/b.md",
  ]);
  assert.deepEqual(itemsOf(finder, second.trace_id, "unscanned"), [
    { manual_id: "guide", path: "closed/bad.md", reason: "undecodable" },
  ]);
});

Deno.test("004 §4: a search of what was left out tells only of that what is still left", async () => {
  const long = "# Long\n" + "x".repeat(2000);
  using root = makeManualRoot({ "guide/a.md": long, "guide/b.md": "# B\n" });
  const finder = setUpFinder(root.path, { settings: { max_file_bytes: 1000 } });
  const { trace_id: first } = await finder.find(ask("walrus"));
  root.write("guide/b.md", long);
  const { trace_id } = await finder.find(
    ask("walrus", "walrus", { only_unscanned_from_trace_id: first }),
  );
  const left = itemsOf(finder, trace_id, "unscanned");
  assert.deepEqual(left.map(({ path }) => path), ["a.md"]);
});
