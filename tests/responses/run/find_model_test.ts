import assert from "node:assert/strict";
import { createClient } from "../../../src/responses/client.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { configWith } from "../../kit/answer_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

function clientOf(
  baseUrl: string,
  clock: ManualClock,
): ReturnType<typeof createClient> {
  return createClient({
    settings: configWith({ openai: { base_url: baseUrl } }),
    policy: "",
    clock,
    fetch: runtime.fetch,
    env: () => "sk-model-0123456789",
    log: { debug: () => {}, redact: (text) => text },
  });
}

Deno.test("findModel() gives up within seconds on a server that says nothing", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "hang" } });
  const clock = new ManualClock();
  const client = clientOf(api.baseUrl, clock);
  const found = client.findModel();
  await api.received(1);
  clock.advance(10_000);
  await assert.rejects(found, {
    reason: "timeout",
    message: /^No answer from .* within 10 s: check the network/,
  });
});

Deno.test("findModel() leaves no timer behind", async () => {
  await using api = startFakeOpenAI();
  const clock = new ManualClock();
  const client = clientOf(api.baseUrl, clock);
  await client.findModel();
  assert.deepEqual(clock.pending, []);
});
