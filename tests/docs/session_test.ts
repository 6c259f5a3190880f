import assert from "node:assert/strict";
import { withoutDates } from "../../scripts/docs/session.ts";
import { renderTerminal } from "../../scripts/docs/terminal.ts";

/** The lines of a picture, as they are seen. */
function linesOf(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, line = ""]) =>
    line
  );
}

Deno.test("renderTerminal() shows what was typed and printed, in 80 columns", () => {
  const long = `${"word ".repeat(20)}end`;
  const svg = renderTerminal("T", [
    { command: "program <x>", printed: `${long}\n` },
    { command: "again", printed: "  kept\n\n" },
  ]);
  const lines = linesOf(svg);
  assert.deepEqual(lines[0], "$ program &lt;x&gt;");
  assert.equal(lines.slice(1, 3).join(" "), long);
  assert.ok(lines.every((line) => line.length <= 80));
  assert.deepEqual(lines.slice(3), ["$ again", "  kept"]);
});

Deno.test("withoutDates() makes two days' pictures equal, and nothing else", () => {
  const day = (date: string, text: string): string =>
    withoutDates(renderTerminal("T", [{ command: date, printed: text }]));
  assert.equal(day("2026-01-02", "a"), day("2027-03-04", "a"));
  assert.notEqual(day("2026-01-02", "a"), day("2026-01-02", "b"));
});
