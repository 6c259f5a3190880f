import assert from "node:assert/strict";
import { openManuals, type ScanParams } from "../../../src/manuals/mod.ts";
import { makeManualRoot } from "../../kit/manual_root.ts";

Deno.test("Manuals.scan() names the place that it cannot start from", async () => {
  using root = makeManualRoot({ "guide/a.md": "one\ntwo\n😀\n" });
  const manuals = openManuals({ root: root.path });
  const wrong: [Partial<ScanParams>, string, string][] = [
    [{ start_line: 0 }, "start_line", "of at least 1"],
    [{ start_line: 4 }, "start_line", "from 1 to 3"],
    [{ cursor: { start_line: 0 } }, "cursor.start_line", "of at least 1"],
    [{ cursor: { start_line: 4 } }, "cursor.start_line", "from 1 to 3"],
    [{ cursor: -1 }, "cursor.char_offset", "of at least 0"],
    [{ cursor: 12 }, "cursor.char_offset", "from 0 to 11"],
    [{ cursor: 9 }, "cursor.char_offset", "inside a character"],
  ];
  for (const [start, parameter, words] of wrong) {
    const call = manuals.scan({ manual_id: "guide", path: "a.md", ...start });
    await assert.rejects(call, (error: { message: string }) => {
      assert.ok(error.message.startsWith(`Cannot use ${parameter} `));
      assert.ok(error.message.includes(words), error.message);
      return true;
    });
    await assert.rejects(call, {
      code: "invalid_parameter",
      details: { parameter },
    });
  }
});
