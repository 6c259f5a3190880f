import assert from "node:assert/strict";
import type { ObjectSchema } from "../../src/schema/schema.ts";
import { checkArguments, ToolRegistry } from "../../src/tools/registry.ts";
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

Deno.test("checkArguments() takes integers from strings only for tools that say so", () => {
  const { definition } = tool("a", {
    type: "object",
    properties: { n: { type: "integer" } },
  });
  assert.equal(checkArguments(definition, { n: "5" }).ok, false);
  const lenient = { ...definition, integerStrings: true };
  assert.deepEqual(checkArguments(lenient, { n: "5" }), {
    ok: true,
    value: { n: 5 },
  });
});
