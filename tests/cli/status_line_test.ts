import assert from "node:assert/strict";
import { StatusLine } from "../../src/cli/_status_line.ts";

function seen(columns: number | undefined, ...texts: string[]): string[] {
  let written = "";
  const line = new StatusLine({
    isTerminal: () => true,
    env: () => undefined,
    columns: () => columns,
    writeStderr: (text) => void (written += text),
  });
  for (const text of texts) line.show(text);
  line.clear();
  line.clear();
  return written.split("\r\x1b[K");
}

Deno.test("StatusLine stays within its line, in any script", () => {
  assert.deepEqual(seen(12, "東京の天気を調べています", "short"), [
    "",
    "東京の天気…",
    "short",
    "",
  ]);
  const [, long = ""] = seen(undefined, "x".repeat(200));
  assert.equal(long.length, 79);
});

Deno.test("StatusLine shows what could steer the terminal by its codes", () => {
  assert.equal(seen(80, "a\x1b[2J\nb\u202e")[1], "a\\u001b[2J\\u000ab\\u202e");
});
