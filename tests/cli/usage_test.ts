import assert from "node:assert/strict";
import { OPTIONS, UsageError } from "../../src/cli/args.ts";
import { manualsUsage } from "../../src/cli/manuals.ts";
import { explainUsage, usage } from "../../src/cli/usage.ts";

Deno.test("usage() fits a screen of 80 columns and 24 lines", () => {
  const lines = usage().trimEnd().split("\n");
  assert.ok(lines.length < 24, `${lines.length} lines`);
  for (const line of [...lines, ...manualsUsage().split("\n")]) {
    assert.ok(line.length <= 80, line);
  }
});

Deno.test("usage() names every option and no other", () => {
  const text = usage().replace(/manuals find .*/, "");
  const named = new Set(text.match(/(?<![\w-])--[a-z-]+/g));
  assert.deepEqual([...named].sort(), [...OPTIONS].sort());
});

Deno.test("usage() gives the exit codes of the error reference", () => {
  const url = new URL("../../docs/reference/errors.md", import.meta.url);
  const [, table = ""] = Deno.readTextFileSync(url).split("## Exit codes");
  const codes = [...table.matchAll(/^\| `(\S+)`/gm)].map(([, code]) => code);
  const [, line = ""] = /Exit codes: (.*)/.exec(usage()) ?? [];
  assert.deepEqual(line.split(", ").map((part) => part.split(" ")[0]), codes);
});

Deno.test("explainUsage() hides a key that was given as an argument", () => {
  const error = new UsageError('Unexpected argument "sk-0123456789abcdef"');
  assert.match(explainUsage(error), /Unexpected argument "\[redacted\]"/);
});

Deno.test("explainUsage() suggests the option that was probably meant", () => {
  const error = new UsageError("Unknown option --stdoi", "--stdoi");
  assert.match(
    explainUsage(error),
    /did you mean --stdio\?\nTry: .* --help\n$/,
  );
});
