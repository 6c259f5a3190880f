import assert from "node:assert/strict";
import { invalidArguments } from "../../../src/responses/request/invalid_arguments.ts";

Deno.test("invalidArguments() names each argument by its place", () => {
  const issue = { got: "5", want: "a string" };
  const paths = [["a"], ["a", 0], ["a", "b", 2, "c"], [], [""]];
  const { reason, message } = invalidArguments(
    paths.map((path) => ({ path, ...issue })),
  );
  assert.equal(reason, "invalid_arguments");
  const names = ["a", "a[0]", "a.b[2].c", "arguments", "arguments"];
  const parts = names.map((name) => `${name}: got 5, want a string`);
  assert.equal(message, `Invalid arguments: ${parts.join("; ")}`);
});
