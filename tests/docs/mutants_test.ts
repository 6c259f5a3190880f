import assert from "node:assert/strict";
import { mutantsPage } from "../../scripts/docs/mutants.ts";
import type { MutantsRecord, Survivor } from "../../scripts/mutants/record.ts";

function record(survivor: Partial<Survivor>): MutantsRecord {
  const at = { file: "src/jsonrpc/a.ts", line: "if (a < b) {" };
  const one = { ...at, was: "<", now: "<=", why: "never equal.", ...survivor };
  const room = { room: "jsonrpc", tried: 20, of: 1000, tested: 2, needless: 1 };
  return {
    date: "2026-11-19",
    seed: 7,
    rooms: [
      { ...room, tests: ["tests/jsonrpc"], survivors: [one] },
      { ...room, room: "text", survivors: [] },
    ],
  };
}

Deno.test("mutantsPage() counts each room and explains each survivor", () => {
  const page = mutantsPage(record({}));
  assert.match(page, /Recorded on 2026-11-19 with `--seed 7`\./);
  assert.match(page, /\| `jsonrpc` \| 20 of 1,000 \| 4 \| 2 \| 1 \| 1 \|/);
  assert.match(page, /\| `text` \| 20 of 1,000 \| 3 \| 2 \| 1 \| 0 \|/);
  assert.ok(page.endsWith(`## \`jsonrpc\`

Asked were \`tests/jsonrpc\` alone.

- \`src/jsonrpc/a.ts\`, \`<\` → \`<=\` in \`if (a < b) {\`: never equal.

## \`text\`

Nothing was left.`));
});

Deno.test("mutantsPage() shows a line with backticks, and one that went", () => {
  const line = "x = `${a}`;";
  const page = mutantsPage(record({ line, was: line, now: "gone" }));
  assert.match(
    page,
    /^- `src\/jsonrpc\/a\.ts`, `` x = `\$\{a\}`; `` → gone: never/m,
  );
});

Deno.test("mutantsPage() refuses a survivor without a reason", () => {
  assert.throws(() => mutantsPage(record({ why: "" })), RangeError);
});
