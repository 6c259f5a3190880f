import assert from "node:assert/strict";
import { redact } from "../../src/text/redact.ts";

Deno.test("redact() knows a key that its file gave a line end", () => {
  assert.equal(
    redact("key gateway-key.", ["gateway-key\n"]),
    "key [redacted].",
  );
});

Deno.test("redact() leaves short things that only begin like a key", () => {
  assert.equal(redact("sk-1 risk-based", []), "sk-1 risk-based");
});

Deno.test("redact() hides a key of any length to its end", () => {
  assert.equal(redact(`sk-${"a1".repeat(300)}.`, []), "[redacted].");
});

Deno.test("redact() leaves texts alone when the secret is too short for one", () => {
  assert.equal(redact("a banana", ["a"]), "a banana");
  assert.equal(redact("12345", ["12345"]), "12345");
  assert.equal(redact("123456", ["123456"]), "[redacted]");
});

Deno.test("redact() hides a key behind a digit or a sign, but no word that ends alike", () => {
  for (const before of ["5", "_", "=", ""]) {
    const text = `${before}sk-proj-0123456789`;
    assert.equal(redact(text, []), `${before}[redacted]`);
  }
  assert.equal(redact("risk-based-pricing", []), "risk-based-pricing");
});
