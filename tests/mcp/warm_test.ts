import assert from "node:assert/strict";
import { ManualClock } from "../kit/manual_clock.ts";
import { ServerPair } from "../kit/server_pair.ts";

/** The parent is looked after from the start. */
const PARENT_MS = 1000;

/** A pair whose tools count how often they were warmed. */
function warmPair(warm: () => Promise<void> = () => Promise.resolve()) {
  const clock = new ManualClock();
  let warmed = 0;
  const pair = new ServerPair({
    tools: {
      tools: [],
      warm() {
        warmed++;
        return warm();
      },
    },
    runtime: { clock, parentPid: () => 100 },
    debug: true,
  });
  return { clock, pair, warmed: () => warmed };
}

Deno.test("serve() warms the tools once, after the first list has been answered", async () => {
  const { clock, pair, warmed } = warmPair();
  await pair.ask("ping");
  assert.deepEqual(clock.pending, [PARENT_MS]);
  await pair.ask("tools/list");
  await clock.timer(50);
  assert.equal(warmed(), 0);
  clock.advance(50);
  assert.equal(warmed(), 1);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  await pair.ask("tools/list", { _meta });
  await pair.finish();
  assert.deepEqual(clock.pending, []);
});

Deno.test("serve() warms nothing for a client that has gone", async () => {
  const { clock, pair, warmed } = warmPair();
  await pair.ask("tools/list");
  await clock.timer(50);
  await pair.finish();
  clock.advance(50);
  assert.equal(warmed(), 0);
});

Deno.test("serve() goes on when the tools cannot be warmed", async () => {
  const { clock, pair } = warmPair(() => Promise.reject(new Error("no")));
  await pair.ask("tools/list");
  await clock.timer(50);
  clock.advance(50);
  assert.deepEqual((await pair.ask("ping")).result, {});
  assert.match(pair.stderr.join(""), /warm-up failed: Error: no/);
  await pair.finish();
});

Deno.test("serve() watches its parent and nothing else for tools that need no warming", async () => {
  const clock = new ManualClock();
  const runtime = { clock, parentPid: () => 100 };
  const pair = new ServerPair({ tools: { tools: [] }, runtime });
  await pair.ask("tools/list");
  await pair.ask("ping");
  assert.deepEqual(clock.pending, [1000]);
  await pair.finish();
});
