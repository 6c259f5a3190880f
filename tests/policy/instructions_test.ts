import assert from "node:assert/strict";
import { buildInstructions } from "../../src/policy/instructions.ts";

Deno.test("buildInstructions() puts what varies after the policy", () => {
  const base = { policy: "P", today: "2026-11-16", timeZone: "Asia/Tokyo" };
  assert.equal(
    buildInstructions(base),
    "P\n\nToday is 2026-11-16. Time zone: Asia/Tokyo.",
  );
  assert.match(
    buildInstructions({ ...base, search: false }),
    /Asia\/Tokyo\.\n\n.*search/,
  );
  assert.match(
    buildInstructions({ ...base, style: "bullets" }),
    /Tokyo\.\n\nStyle of this answer: short bullet points only\.$/,
  );
});
