import assert from "node:assert/strict";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";
import { FILES, fresh, ref } from "../../kit/read_setup.ts";

Deno.test("manual_read goes on only if the same call came right before", async () => {
  using root = makeManualRoot(FILES);
  const { ok, fails } = fresh(root);
  const read = async (): Promise<string> =>
    (await ok("manual_read", ref(3))).text;
  const others: readonly [string, Record<string, unknown>][] = [
    ["manual_ls", {}],
    ["manual_toc", { manual_id: "guide" }],
    ["manual_scan", { manual_id: "guide", path: "page.md" }],
    ["manual_find", {
      query: "text",
      manual_id: "guide",
      required_terms: ["text"],
    }],
    ["manual_read", ref(1)],
  ];
  for (const [name, args] of others) {
    const first = await read();
    await ok(name, args);
    assert.equal(await read(), first, name);
    // What fails is as if it had not been.
    await fails("manual_read", ref(2));
    await fails("manual_ls", { id: "nope" });
    assert.equal(await read(), "# C\nc text\n", name);
    await ok("manual_ls");
  }
});

Deno.test("manual_read starts again at the end of a file", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = fresh(root);
  const texts: string[] = [];
  for (let i = 0; i < 4; i++) {
    texts.push((await ok("manual_read", ref(3))).text);
  }
  const section = "# A\na text\n\n## B\nb text\n\n";
  const rest = "# C\nc text\n";
  assert.deepEqual(texts, [section, rest, section, rest]);
  const last = await ok("manual_read", ref(9));
  assert.deepEqual(await ok("manual_read", ref(9)), last);
});

Deno.test("manual_read gives two equal calls in flight the same text", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = fresh(root);
  const both = async (): Promise<unknown[]> => {
    const [one, other] = await Promise.all([
      ok("manual_read", ref(3)),
      ok("manual_read", ref(3)),
    ]);
    assert.deepEqual(one, other);
    return one.text;
  };
  const first = await both();
  assert.notEqual(await both(), first);
  assert.equal(await both(), first);
});

Deno.test("manual_read does not go on past a call that is still in flight", async () => {
  using root = makeManualRoot(FILES);
  const { ok } = fresh(root);
  const first = await ok("manual_read", ref(3));
  const [, again] = await Promise.all([
    ok("manual_toc", { manual_id: "guide" }),
    ok("manual_read", ref(3)),
  ]);
  assert.equal(again.text, first.text);
});

Deno.test("manual_read without a session says where manual_scan goes on", async () => {
  using root = makeManualRoot(FILES);
  const caller = { id: "web", hasSession: false };
  const { ok } = setUpManuals({ root: root.path, caller });
  const first = await ok("manual_read", ref(3));
  assert.deepEqual(await ok("manual_read", ref(3)), first);
  const cursor = first.next_cursor;
  const page = await ok("manual_scan", {
    manual_id: "guide",
    path: "page.md",
    cursor,
  });
  assert.equal(page.text, "# C\nc text\n");
  const last = await ok("manual_read", ref(9));
  assert.deepEqual(last.next_cursor, { char_offset: null });
});
