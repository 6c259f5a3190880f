import assert from "node:assert/strict";
import { ManualError } from "../../../src/manuals/errors.ts";
import { makeId, readId } from "../../../src/manuals/library/ids.ts";

Deno.test("makeId() and readId() are each other's reverse", () => {
  for (const kind of ["dir", "file"] as const) {
    for (const manual of ["guide", "a::b", "手引き"]) {
      for (
        const path of ["a.md", "日本語/ファイル?.md", "x/😀.json", "\ufeffb"]
      ) {
        const id = makeId({ kind, manual, path });
        assert.deepEqual(readId(id), { kind, manual, path });
        assert.match(id, /::[\w-]+$/);
      }
    }
  }
});

Deno.test("readId() takes a name without a prefix for a manual", () => {
  assert.deepEqual(readId("guide"), {
    kind: "dir",
    manual: "guide",
    path: "",
  });
});

Deno.test("readId() refuses ids that are no ids of its own", () => {
  for (
    const id of [
      "dir::",
      "dir::x",
      "dir::YQ",
      "dir::::YQ",
      "file::x::",
      "dir::x::a b",
      "dir::x::a",
    ]
  ) {
    assert.throws(
      () => readId(id),
      (error: unknown) =>
        error instanceof ManualError && error.code === "invalid_parameter",
      id,
    );
  }
});
