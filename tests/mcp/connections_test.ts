import assert from "node:assert/strict";
import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { createServer } from "../../src/mcp/stdio.ts";
import { utf8 } from "../kit/bytes.ts";

const LIST = utf8('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');

Deno.test("serve() lets tools rest when the last of several clients has gone", async () => {
  let rests = 0;
  const server = createServer({
    config: defaultConfig(),
    runtime,
    log: createLogger(runtime),
    loadTools: () =>
      Promise.resolve({
        tools: [],
        rest: () => Promise.resolve(void rests++),
      }),
  });
  const clients = [1, 2].map(() => {
    const input = new TransformStream<Uint8Array, Uint8Array>();
    const answered = Promise.withResolvers<void>();
    const output = new WritableStream({ write: () => answered.resolve() });
    const ended = server.serve({
      readable: input.readable,
      writer: output.getWriter(),
    });
    return { input: input.writable.getWriter(), answered, ended };
  });
  for (const { input, answered } of clients) {
    await input.write(LIST);
    await answered.promise;
  }
  const seen: boolean[] = [];
  for (const { input, ended } of clients) {
    await input.close();
    await ended;
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(rests > 0);
  }
  assert.deepEqual(seen, [false, true]);
});

Deno.test("serve() ends when its input fails, and says so", async () => {
  const stderr: string[] = [];
  const writeStderr = (text: string): void => void stderr.push(text);
  const server = createServer({
    config: defaultConfig(),
    runtime,
    log: createLogger({ ...runtime, writeStderr }),
    loadTools: () => Promise.resolve({ tools: [] }),
  });
  const ending = await server.serve({
    readable: new ReadableStream({
      pull: (controller) => controller.error(new Error("unplugged")),
    }),
    writer: new WritableStream().getWriter(),
  });
  assert.equal(ending, "eof");
  assert.deepEqual(stderr, [
    "[openai-responses-mcp] cannot read the input, which ends the connection: Error: unplugged\n",
  ]);
});
