import assert from "node:assert/strict";
import { readCommandArgs } from "../../src/cli/_command_args.ts";
import { fileAndLine } from "../../src/cli/manuals_read.ts";

Deno.test("fileAndLine() takes a line from behind a file that can be read", () => {
  const read = (given: string, ...args: string[]): unknown[] => {
    const options = { "--line": "value" } as const;
    const { path, line } = fileAndLine(given, readCommandArgs(args, options));
    return [path, line];
  };
  assert.deepEqual(read("a.md:3"), ["a.md", 3]);
  assert.deepEqual(read("ops/A.JSON:12"), ["ops/A.JSON", 12]);
  assert.deepEqual(read("a.md:3", "--line", "5"), ["a.md", 5]);
  assert.deepEqual(read("a.md:1:2.md:3"), ["a.md:1:2.md", 3]);
  for (const name of ["a.md", "a.md:", "a.html:3", "a.md:x", ".md:3"]) {
    assert.deepEqual(read(name), [name, null]);
  }
});
