import assert from "node:assert/strict";
import { Outbox } from "../../src/jsonrpc/message_streams.ts";

const BIG = "x".repeat(2 * 1024 * 1024);

Deno.test("Outbox.ready() lets go of producers when the outbox is closed while its reader does not read", async () => {
  let begun = (): void => {};
  const writing = new Promise<void>((resolve) => begun = resolve);
  const outbox = new Outbox(
    new WritableStream({
      write() {
        begun();
        return new Promise(() => {});
      },
    }),
  );
  outbox.send(BIG);
  await writing;
  outbox.send(BIG);
  assert.equal(outbox.full, true);
  const ready = outbox.ready();
  outbox.close();
  await ready;
});
