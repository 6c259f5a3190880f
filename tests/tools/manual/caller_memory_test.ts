import assert from "node:assert/strict";
import type { LastRead } from "../../../src/manuals/library/read.ts";
import { CallerMemory } from "../../../src/tools/manual/caller_memory.ts";

const READ: LastRead = {
  ...{ manualId: "guide", path: "a.md", startLine: 1, maxChars: 100 },
} as LastRead;

Deno.test("CallerMemory goes on from the read right before, not from one beside another", async () => {
  const memory = new CallerMemory();
  await memory.run("a.md", ({ note }) => Promise.resolve(note(READ)));
  const held = Promise.withResolvers<void>();
  const other = memory.run("b.md", () => held.promise);
  await memory.run("a.md", ({ last, note }) => {
    assert.equal(last, undefined);
    return Promise.resolve(note(READ));
  });
  held.resolve();
  await other;
  await memory.run("a.md", ({ last }) => {
    assert.equal(last, READ);
    return Promise.resolve();
  });
});
