import assert from "node:assert/strict";
import { makeManualRoot } from "../helpers/manual_root.ts";
import { setUpManuals } from "../helpers/manual_setup.ts";

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
    const { code, details } = await fails(name, args);
    assert.equal(code, "invalid_parameter");
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

Deno.test("manuals.require_ls: false makes manual_ls optional", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = setUpManuals({ root: root.path, requireLs: false });
  await ok("manual_toc", NEED_LS.manual_toc);
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
