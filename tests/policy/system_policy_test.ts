import assert from "node:assert/strict";
import {
  SYSTEM_POLICY,
  SYSTEM_POLICY_REV,
} from "../../src/policy/system_policy.ts";

Deno.test("SYSTEM_POLICY covers every topic of the contract", () => {
  const topics = [
    /web_search/,
    /weather.*security advisories/s,
    /天気/,
    /脆弱性/,
    /最新/,
    /"Sources:"/,
    /YYYY-MM-DD/,
    /oai-weather/,
    /relative dates.*time zone/s,
    /language of the question/,
    /sources disagree/i,
    /could not find/,
    /Order of the answer/,
    /\[Hints\]/,
  ];
  for (const topic of topics) assert.match(SYSTEM_POLICY, topic);
});

Deno.test("SYSTEM_POLICY holds no date of its own", () => {
  assert.doesNotMatch(SYSTEM_POLICY, /\d{4}-\d{2}-\d{2}/);
  assert.match(SYSTEM_POLICY_REV, /^\d{4}-\d{2}-\d{2} v\d+\.\d+\.\d+$/);
});

Deno.test("SYSTEM_POLICY_REV changes when the text does", async () => {
  const bytes = new TextEncoder().encode(SYSTEM_POLICY);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  assert.deepEqual(
    [SYSTEM_POLICY_REV, digest.toHex().slice(0, 16)],
    ["2026-11-18 v0.9.0", "d878165d2c905ebb"],
  );
});
