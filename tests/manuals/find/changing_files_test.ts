import assert from "node:assert/strict";
import { ManualError } from "../../../src/manuals/errors.ts";
import { FileError, type Files } from "../../../src/runtime/runtime.ts";
import { ask, setUpFinder } from "../../helpers/find_setup.ts";
import { makeManualRoot, testFiles } from "../../helpers/manual_root.ts";

Deno.test("find() of a manual that vanishes or closes meanwhile is an error to act on", async () => {
  for (
    const [kind, code] of [["not_found", "not_found"], [
      "denied",
      "forbidden",
    ]] as const
  ) {
    using root = makeManualRoot({ "guide/a.md": "# Zebra\n" });
    const fail = (path: string): never => {
      throw new FileError(kind, path, new Error("changed a moment ago"));
    };
    const cases: Partial<Files>[] = [
      { listSync: fail },
      {
        realPathSync: (path) =>
          path === root.path ? testFiles.realPathSync(path) : fail(path),
      },
    ];
    for (const broken of cases) {
      const files = { ...testFiles, ...broken };
      const finder = setUpFinder(root.path, { files });
      await assert.rejects(
        finder.find(ask("zebra")),
        (error) => error instanceof ManualError && error.code === code,
      );
    }
  }
});
