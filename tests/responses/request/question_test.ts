import assert from "node:assert/strict";
import { type Edit, typeErrors } from "../../kit/type_errors.ts";

const SCHEMAS = "src/responses/request/question.ts";

/** Adds an argument to a schema, and to nothing else. */
function added(schema: string): Edit {
  const start =
    `export const ${schema} = {\n  type: "object",\n  properties: {`;
  const by = `${start}\n    urgency: { type: "string" },`;
  return { path: SCHEMAS, replace: start, by };
}

for (
  const [schema, path] of [
    ["ANSWER_INPUT", "src/responses/request/answer_request.ts"],
    ["IRIS_INPUT", "src/responses/request/iris_request.ts"],
  ] as const
) {
  Deno.test(`an argument added to ${schema} alone does not compile`, () => {
    assert.deepEqual(typeErrors([path]), []);
    const [error, ...more] = typeErrors([path], [added(schema)]);
    assert.match(error ?? "", /'urgency'.*index signature/);
    assert.deepEqual(more, []);
  });
}

Deno.test("an added argument compiles once the request takes it out", () => {
  const path = "src/responses/request/answer_request.ts";
  const takes = {
    path,
    replace: "    ...rest",
    by: "    urgency,\n    ...rest",
  };
  assert.deepEqual(typeErrors([path], [added("ANSWER_INPUT"), takes]), []);
});
