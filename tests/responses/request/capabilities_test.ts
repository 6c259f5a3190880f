import assert from "node:assert/strict";
import { capabilitiesOf } from "../../../src/responses/request/capabilities.ts";

const BOTH = { verbosity: true, reasoning: true };
const EFFORT = { verbosity: false, reasoning: true };
const NEITHER = { verbosity: false, reasoning: false };

Deno.test("capabilitiesOf() knows the model families", () => {
  const cases = {
    "gpt-5": BOTH,
    "gpt-5.2": BOTH,
    "gpt-5.1-codex": BOTH,
    "gpt-6-astra": BOTH,
    "gpt-12-mini": BOTH,
    "ft:gpt-5-mini:acme::abc123": BOTH,
    "openai/gpt-5.2": BOTH,
    "GPT-5": BOTH,
    "gateway/openai/o3": EFFORT,
    "o3": EFFORT,
    "o4-mini": EFFORT,
    "o3-deep-research": EFFORT,
    "gpt-4.1-mini": NEITHER,
    "gpt-4o": NEITHER,
    "gpt-oss-120b": NEITHER,
    "o1": NEITHER,
    "o30": NEITHER,
    "my-gpt-5": NEITHER,
    "llama-4": NEITHER,
  };
  for (const [model, expected] of Object.entries(cases)) {
    assert.deepEqual(capabilitiesOf(model), expected, model);
  }
});

Deno.test("capabilitiesOf() lets a profile override each field", () => {
  assert.deepEqual(
    capabilitiesOf("gpt-5", { verbosity: false }),
    { verbosity: false, reasoning: true },
  );
  assert.deepEqual(
    capabilitiesOf("llama-4", { reasoning: true }),
    { verbosity: false, reasoning: true },
  );
});
