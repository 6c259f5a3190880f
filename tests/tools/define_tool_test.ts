import assert from "node:assert/strict";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { defineTool } from "../../src/tools/define_tool.ts";
import { runTool } from "../../src/tools/registry.ts";

const { signal } = new AbortController();
const context = { signal, caller: STDIO_CALLER, progress() {} };

const GREET = {
  name: "greet",
  title: "Greet",
  description: "Says hello.",
  group: "my own",
  input: {
    type: "object",
    properties: { name: { type: "string" }, times: { type: "integer" } },
    required: ["name"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
} as const;

const greet = defineTool({
  ...GREET,
  run({ name, times = 1 }) {
    // The types of the arguments come from the schema.
    const text: string = `Hello ${name}! `.repeat(times ?? 1);
    return { ok: true, text };
  },
});

Deno.test("defineTool() makes a tool of a literal, in any group", async () => {
  const { definition } = greet;
  assert.equal(definition.group, "my own");
  assert.equal(definition.inputSchema, GREET.input);
  assert.equal("outputSchema" in definition, false);
  const outcome = await runTool(greet, { name: "Ada", times: 2 }, context);
  assert.deepEqual(outcome, { ok: true, text: "Hello Ada! Hello Ada! " });
});

Deno.test("defineTool() words rejected arguments unless the group does", async () => {
  const outcome = await runTool(greet, { name: 1 }, context);
  assert.ok(!outcome.ok);
  assert.deepEqual(outcome.body, {
    message: "Cannot use name of greet: got 1, want a string",
    details: { issues: [{ parameter: "name", got: "1", want: "a string" }] },
  });
  const { code, message, data } = outcome.error;
  assert.deepEqual([code, message], [-32001, "greet failed"]);
  assert.equal(data, outcome.body);
  const unknown = await runTool(greet, { name: "Ada", naem: "x" }, context);
  assert.ok(!unknown.ok);
  assert.match(String(unknown.body.message), /^Cannot call greet with naem: /);
});

Deno.test("defineTool() lets the group word an error, and throws all others", async () => {
  const error = { code: -32001, message: "greet failed", data: {} };
  const failure = { ok: false, body: {}, error } as const;
  const failing = (thrown: Error) =>
    defineTool({
      ...GREET,
      errors: {
        rejected: () => failure,
        failed: (_tool, reason) =>
          reason instanceof RangeError ? failure : undefined,
      },
      run: () => Promise.reject(thrown),
    });
  const args = { name: "Ada" };
  const outcome = await runTool(failing(new RangeError("x")), args, context);
  assert.equal(outcome, failure);
  await assert.rejects(
    runTool(failing(new TypeError("a defect")), args, context),
    /a defect/,
  );
});
