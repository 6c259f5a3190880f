import assert from "node:assert/strict";
import { createClient } from "../../../src/responses/client.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { configWith } from "../../kit/answer_setup.ts";
import { startFakeOpenAI } from "../../kit/fake_openai/mod.ts";
import { ManualClock } from "../../kit/manual_clock.ts";

Deno.test("findModel() gives up within seconds on a server that says nothing", async () => {
  await using api = startFakeOpenAI();
  api.always({ fault: { kind: "hang" } });
  const clock = new ManualClock();
  const client = createClient({
    settings: configWith({ openai: { base_url: api.baseUrl } }),
    policy: "",
    clock,
    fetch: runtime.fetch,
    env: () => "sk-model-0123456789",
    log: { debug: () => {}, redact: (text) => text },
  });
  const found = client.findModel();
  await api.received(1);
  clock.advance(10_000);
  await assert.rejects(found, {
    reason: "timeout",
    message: /^No answer from .* within 10 s: check the network/,
  });
});
