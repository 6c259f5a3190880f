import assert from "node:assert/strict";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { makeManualRoot } from "../../kit/manual_root.ts";
import { setUpManuals } from "../../kit/manual_setup.ts";

const FILES = {
  "guide/a.md": "intro\n# A\n" + "text\n".repeat(100),
  "guide/bad.md": new Uint8Array([0xff]),
};
const REF = { ref: { manual_id: "guide", path: "a.md" }, max_chars: 256 };
const FIND = { query: "x", manual_id: "guide", required_terms: ["x"] };

/** A call of each tool for each shape that its result may have. */
const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ["manual_ls", {}],
  ["manual_ls", { id: "guide" }],
  ["manual_toc", { manual_id: "guide" }],
  ["manual_toc", { manual_id: "guide", max_files: 1 }],
  ["manual_toc", { manual_id: "guide", path_prefix: "a.md", depth: "deep" }],
  ["manual_toc", { manual_id: "guide", path_prefix: "bad.md", depth: "deep" }],
  ["manual_read", REF],
  ["manual_read", REF],
  ["manual_read", REF],
  ["manual_scan", { manual_id: "guide", path: "a.md" }],
  ["manual_scan", { manual_id: "guide", path: "a.md", max_chars: 256 }],
];

Deno.test("the official client accepts every result by its outputSchema", async () => {
  using root = makeManualRoot(FILES);
  const { tools, call } = setUpManuals({ root: root.path });
  const ajv = new AjvJsonSchemaValidator();
  for (const [name, args] of CALLS) {
    const tool = tools.find((t) => t.definition.name === name);
    const schema = tool?.definition.outputSchema;
    assert.ok(schema, name);
    const outcome = await call(name, args);
    assert.ok(outcome.ok, name);
    const checked = ajv.getValidator(
      schema as unknown as Parameters<typeof ajv.getValidator>[0],
    )(outcome.structured);
    assert.ok(checked.valid, `${name}: ${checked.errorMessage}`);
  }
});

Deno.test("a result's text is the JSON of its structured content", async () => {
  using root = makeManualRoot(FILES);
  const { call } = setUpManuals({ root: root.path });
  for (const [name, args] of CALLS) {
    const outcome = await call(name, args);
    assert.ok(outcome.ok);
    assert.equal(outcome.text, JSON.stringify(outcome.structured));
  }
});

Deno.test("a failure has the manual tools' body and a JSON-RPC form", async () => {
  using root = makeManualRoot(FILES);
  const { call } = setUpManuals({ root: root.path });
  const args = { manual_id: "guide", path: "nope.md" };
  const outcome = await call("manual_scan", args);
  assert.ok(!outcome.ok);
  assert.deepEqual(Object.keys(outcome.body), ["code", "message"]);
  assert.deepEqual(outcome.error, {
    code: -32001,
    message: "manual_scan failed",
    data: outcome.body,
  });
  const rejected = await call("manual_scan", { path: 5 });
  assert.ok(!rejected.ok);
  assert.deepEqual(rejected.body, {
    code: "invalid_parameter",
    message:
      "Cannot use manual_id of manual_scan: got nothing, want a non-empty string",
    details: {
      issues: [
        { parameter: "manual_id", got: "nothing", want: "a non-empty string" },
        { parameter: "path", got: "5", want: "a non-empty string" },
      ],
    },
  });
});

Deno.test("a manual tool names an unknown argument and those it knows", async () => {
  const { fails } = setUpManuals({ root: null });
  const budget = { max: 1 };
  const nested = await fails("manual_find", { ...FIND, budget });
  assert.equal(
    nested.message,
    "Cannot call manual_find with budget.max: known arguments are max_candidates, time_ms",
  );
  assert.equal(nested.details.issues[0].parameter, "budget.max");
  const { message } = await fails("manual_ls", { "": 1 });
  assert.equal(
    message,
    "Cannot call manual_ls with arguments: known arguments are id, cursor",
  );
});

Deno.test("a manual tool says how to set the root if there is none", async () => {
  const { fails } = setUpManuals({ root: null });
  for (const [name, args] of [...CALLS, ["manual_find", FIND] as const]) {
    const { code, message } = await fails(name, args);
    assert.equal(code, "not_found");
    assert.match(
      message,
      /manuals: set manuals\.root or MANUALS_ROOT, manuals\.paths, or manuals\.engine$/,
    );
  }
});

Deno.test("a manual tool never quotes half a character of an argument's name", async () => {
  const { call } = setUpManuals({ root: null });
  for (const name of ["x".repeat(98) + "😀".repeat(999), "\ud83d"]) {
    const rejected = await call("manual_ls", { [name]: 1 });
    assert.ok(!rejected.ok);
    assert.ok(String(rejected.body.message).isWellFormed());
    assert.ok(JSON.stringify(rejected.body).length < 500);
    assert.doesNotMatch(JSON.stringify(rejected.body), /[^\\]\\ud[89a-f]/i);
  }
});

Deno.test("createManualTools() keeps the order and marks tools as reading only", () => {
  const { tools } = setUpManuals({ root: null });
  const order = ["manual_ls", "manual_toc", "manual_read", "manual_scan"];
  const definitions = tools.map(({ definition }) => definition)
    .filter(({ group }) => group !== "connector");
  assert.deepEqual(
    definitions.map(({ name }) => name).filter((n) => order.includes(n)),
    order,
  );
  for (
    const { name, annotations, group, integerStrings, description }
      of definitions
  ) {
    assert.deepEqual(annotations, {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: name !== "manual_read",
      openWorldHint: false,
    });
    assert.equal(group, "manual");
    assert.equal(integerStrings, true);
    assert.ok(description.length <= 200, "clients' context is precious");
  }
});
