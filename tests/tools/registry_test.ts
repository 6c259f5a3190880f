import assert from "node:assert/strict";
import type { ObjectSchema } from "../../src/schema/schema.ts";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { defineTool } from "../../src/tools/define_tool.ts";
import {
  MAX_RUNNING,
  runTool,
  ToolRegistry,
} from "../../src/tools/registry.ts";
import { Turns } from "../../src/tools/turns.ts";
import { said, testTool } from "../kit/test_tools.ts";

const tool = (name: string, schema?: ObjectSchema) =>
  testTool(name, () => said(name), schema);

Deno.test("ToolRegistry() refuses two tools of one name", () => {
  assert.throws(
    () => new ToolRegistry({ tools: [tool("a"), tool("b"), tool("a")] }),
    { name: "TypeError", message: 'Cannot register tool "a" twice' },
  );
});

Deno.test("ToolRegistry() has no hint for a name that nothing is known of", () => {
  const off = new Map([["quiet", "switch it on"]]);
  assert.equal(
    new ToolRegistry({ tools: [], off }).hint("quiet"),
    off.get("quiet"),
  );
  assert.equal(new ToolRegistry({ tools: [], off }).hint("a"), undefined);
  assert.equal(new ToolRegistry({ tools: [] }).hint("a"), undefined);
});

Deno.test("ToolRegistry() warms and rests tools that have nothing to do for it", async () => {
  const registry = new ToolRegistry({ tools: [] });
  assert.equal(registry.warms, false);
  await registry.warm();
  await registry.rest();
});

Deno.test("runTool() takes integers from strings only for tools that say so", async () => {
  const strict = defineTool({
    name: "count",
    title: "Count",
    description: "Counts.",
    group: "test",
    input: { type: "object", properties: { n: { type: "integer" } } },
    annotations: {},
    run: ({ n }) => said(`${n}`),
  });
  const { signal } = new AbortController();
  const context = { signal, caller: STDIO_CALLER, progress() {} };
  assert.equal((await runTool(strict, { n: "5" }, context)).ok, false);
  const definition = { ...strict.definition, integerStrings: true };
  const lenient = { ...strict, definition };
  assert.deepEqual(await runTool(lenient, { n: "5" }, context), said("5"));
});

Deno.test("Turns gives no turn to those who have left", async () => {
  const turns = new Turns(1);
  const { signal } = new AbortController();
  const left = new AbortController();
  const first = Promise.withResolvers<void>();
  const running = turns.run(signal, () => first.promise);
  const gone = turns.run(left.signal, () => assert.fail("has left"));
  const last = turns.run(signal, () => Promise.resolve("served"));
  left.abort(new Error("left"));
  await assert.rejects(gone, /left/);
  first.resolve();
  await running;
  assert.equal(await last, "served");
  assert.ok(turns.unused);
});

Deno.test("Turns gives no turn to a call that was cancelled before it asked", async () => {
  const turns = new Turns(1);
  assert.ok(turns.take());
  const cancelled = AbortSignal.abort(new Error("cancelled"));
  const work = () => assert.fail("it was cancelled");
  await assert.rejects(turns.run(cancelled, work), /cancelled/);
  turns.end();
  assert.ok(turns.unused);
});

Deno.test("ToolRegistry() lets few calls at once search manuals, by whichever tools", () => {
  const registry = new ToolRegistry({ tools: [] });
  for (const group of ["manual", "connector", "answer"]) {
    const turns = registry.turns(group);
    let running = 0;
    while (turns.take()) running++;
    const { searching, others } = MAX_RUNNING;
    assert.equal(running, group === "answer" ? others : searching);
  }
});
