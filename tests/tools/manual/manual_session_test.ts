import assert from "node:assert/strict";
import { runtime } from "../../../src/runtime/deno.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const FILES = { "guide/a.md": "# A\ntext\n" };
const NEED_LS = {
  manual_toc: { manual_id: "guide" },
  manual_read: { ref: { manual_id: "guide", path: "a.md" } },
  manual_scan: { manual_id: "guide", path: "a.md" },
};

/** Fails with or without a list, but for another reason. */
const FIND = { query: "x", manual_id: "nope", required_terms: ["x"] };

Deno.test("004 §2: toc, find, read and scan need a successful manual_ls before", async () => {
  using root = makeManualRoot(FILES);
  const { ok, fails } = setUpManuals({ root: root.path, requireLs: true });
  const all = { ...NEED_LS, manual_find: FIND };
  for (const [name, args] of Object.entries(all)) {
    const { code, message, details } = await fails(name, args);
    assert.equal(code, "invalid_parameter");
    assert.match(message, /^Call manual_ls first: /);
    assert.deepEqual(details.next_call, { tool: "manual_ls", arguments: {} });
  }
  await ok("manual_ls");
  for (const [name, args] of Object.entries(NEED_LS)) await ok(name, args);
  assert.equal((await fails("manual_find", FIND)).code, "not_found");
});

Deno.test("a failed manual_ls does not count, any successful one does", async () => {
  using root = makeManualRoot(FILES);
  const { ok, fails } = setUpManuals({ root: root.path, requireLs: true });
  await fails("manual_ls", { id: "nope" });
  await fails("manual_toc", NEED_LS.manual_toc);
  await ok("manual_ls", { id: "guide" });
  await ok("manual_toc", NEED_LS.manual_toc);
});

Deno.test("a call that arrives while manual_ls is in flight waits for it", async () => {
  using root = makeManualRoot(FILES);
  const { call } = setUpManuals({ root: root.path, requireLs: true });
  const outcomes = await Promise.all([
    call("manual_ls"),
    call("manual_toc", NEED_LS.manual_toc),
  ]);
  assert.deepEqual(outcomes.map((o) => o.ok), [true, true]);
});

Deno.test("a manual_ls that breaks does not count, and is told only to its caller", async () => {
  using root = makeManualRoot(FILES);
  let breaks = true;
  const files = {
    ...runtime.files,
    listSync(path: string): ReturnType<typeof runtime.files.listSync> {
      if (breaks) throw new Error("a defect");
      return runtime.files.listSync(path);
    },
  };
  const setUp = { root: root.path, requireLs: true, files };
  const { call, ok, fails } = setUpManuals(setUp);
  const listing = call("manual_ls");
  await Promise.all([
    assert.rejects(listing, /a defect/),
    fails("manual_toc", NEED_LS.manual_toc),
  ]);
  breaks = false;
  await ok("manual_ls");
  await ok("manual_toc", NEED_LS.manual_toc);
});

Deno.test("the calls of a server remember a large file together", async () => {
  const text = "a line of text\n".repeat(70_000);
  using root = makeManualRoot({ "guide/large.md": text });
  let reads = 0;
  const files = {
    ...runtime.files,
    readSync(path: string): ReturnType<typeof runtime.files.readSync> {
      reads++;
      return runtime.files.readSync(path);
    },
  };
  const { ok } = setUpManuals({ root: root.path, files });
  const page = { manual_id: "guide", path: "large.md", max_chars: 256 };
  for (let i = 0; i < 20; i++) await ok("manual_scan", page);
  // Once, but for what the garbage collector takes away.
  assert.ok(reads < 20, `${reads} reads`);
});

Deno.test("manuals.require_ls: false makes manual_ls optional", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path, requireLs: false });
  await ok("manual_toc", NEED_LS.manual_toc);
});

Deno.test("§9.5: a caller without a session needs no manual_ls, and has no reads remembered", async () => {
  using root = makeManualRoot(FILES);
  const caller = { id: "http", hasSession: false };
  const { ok } = setUpManuals({ root: root.path, requireLs: true, caller });
  for (let i = 0; i < 2; i++) {
    const { applied } = await ok("manual_read", NEED_LS.manual_read);
    assert.equal(applied.mode, "read");
  }
});

Deno.test("two servers share neither the listing nor the reads", async () => {
  using root = makeManualRoot(FILES);
  const first = setUpManuals({ root: root.path, requireLs: true });
  const second = setUpManuals({ root: root.path, requireLs: true });
  await first.ok("manual_ls");
  await second.fails("manual_toc", NEED_LS.manual_toc);
  await second.ok("manual_ls");
  for (const server of [first, second]) {
    const { applied } = await server.ok("manual_read", NEED_LS.manual_read);
    assert.equal(applied.mode, "read");
  }
});

Deno.test("the modern era needs no manual_ls, but shares what was read", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({
    root: root.path,
    requireLs: true,
    stateless: true,
  });
  for (const [name, args] of Object.entries(NEED_LS)) await ok(name, args);
});

Deno.test("the refusal before manual_ls names the setting that lifts it", async () => {
  using root = makeManualRoot(FILES);
  const { fails } = setUpManuals({ root: root.path, requireLs: true });
  const { message } = await fails("manual_toc", NEED_LS.manual_toc);
  assert.match(message, /manuals\.require_ls: false/);
});

Deno.test("an unknown manual's error lists the manuals", async () => {
  using root = makeManualRoot({ ...FILES, "ops/b.md": "# B\n" });
  const { fails } = setUpManuals({ root: root.path, stateless: true });
  const { message, details } = await fails("manual_find", FIND);
  assert.equal(
    message,
    'Cannot find the manual "nope": there are "guide", "ops"',
  );
  assert.deepEqual(details.manuals, ["guide", "ops"]);
});
