import assert from "node:assert/strict";
import {
  ManualError,
  openManuals,
  type ScanParams,
} from "../../../src/manuals/mod.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

Deno.test("Manuals.scan() names the place that it cannot start from", async () => {
  using root = makeManualRoot({ "guide/a.md": "one\ntwo\n😀\n" });
  const manuals = openManuals({ root: root.path });
  const wrong: [Partial<ScanParams>, string, string][] = [
    [{ start_line: 0 }, "startLine", "of at least 1"],
    [{ start_line: 4 }, "startLine", "from 1 to 3"],
    [{ cursor: { start_line: 0 } }, "cursorLine", "of at least 1"],
    [{ cursor: { start_line: 4 } }, "cursorLine", "from 1 to 3"],
    [{ cursor: -1 }, "cursorOffset", "of at least 0"],
    [{ cursor: 12 }, "cursorOffset", "from 0 to 11"],
    [{ cursor: 9 }, "cursorOffset", "inside a character"],
  ];
  for (const [start, parameter, words] of wrong) {
    const call = manuals.scan({ manual_id: "guide", path: "a.md", ...start });
    await assert.rejects(call, (error: unknown) => {
      assert.ok(error instanceof ManualError);
      assert.ok(error.message.startsWith(`Cannot use ${parameter} `));
      assert.ok(error.message.includes(words), error.message);
      assert.equal(error.code, "invalid_parameter");
      return true;
    });
  }
});
