import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { createServer } from "../../src/mcp/stdio.ts";

Deno.test("serve() calls onStarted once, after the first answer, with an abort that ends it", async () => {
  const input = new TransformStream<Uint8Array, Uint8Array>();
  const events: string[] = [];
  const server = createServer({
    config: defaultConfig(),
    runtime,
    log: createLogger(runtime),
    loadTools: () => Promise.resolve({ tools: [] }),
  });
  let abort = (): void => undefined;
  const started = Promise.withResolvers<void>();
  let answered = Promise.withResolvers<void>();
  const ended = server.serve({
    readable: input.readable,
    writer: new WritableStream({
      write() {
        events.push("answer");
        answered.resolve();
      },
    }).getWriter(),
    onStarted(stop) {
      events.push("started");
      abort = stop;
      started.resolve();
    },
  });
  const writer = input.writable.getWriter();
  const ping = new TextEncoder().encode(
    '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
  );
  assert.deepEqual(events, []);
  await writer.write(ping);
  await started.promise;
  for (let i = 0; i < 2; i++) {
    answered = Promise.withResolvers<void>();
    await writer.write(ping);
    await answered.promise;
  }
  assert.deepEqual(events, ["answer", "started", "answer", "answer"]);
  abort();
  assert.equal(await ended, "aborted");
});
