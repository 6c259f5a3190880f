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

Deno.test("Outbox() sends together what became ready together", async () => {
  const lists: (readonly string[])[] = [];
  const outbox = new Outbox(
    new WritableStream({
      write(texts) {
        lists.push(texts);
        if (lists.length > 1) return;
        outbox.send("3");
        outbox.send("4");
      },
    }),
  );
  outbox.send("1");
  outbox.send("2");
  await outbox.flushed();
  assert.deepEqual(lists, [["1", "2"], ["3", "4"]]);
});

Deno.test("Outbox.close() lets out what is queued and nothing that comes later", async () => {
  const sent: string[] = [];
  let ended = false;
  const outbox = new Outbox(
    new WritableStream({
      write: (texts) => void sent.push(...texts),
      close: () => void (ended = true),
    }),
  );
  outbox.send("before");
  const closed = outbox.close();
  outbox.send("after");
  await closed;
  assert.deepEqual(sent, ["before"]);
  assert.equal(ended, true);
});

Deno.test("Outbox.ready() lets go of producers when the reader has gone", async () => {
  const writing = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const outbox = new Outbox(
    new WritableStream({
      write() {
        writing.resolve();
        return gone.promise;
      },
    }),
  );
  outbox.send(BIG);
  await writing.promise;
  outbox.send(BIG);
  const ready = outbox.ready();
  gone.reject(new Error("broken pipe"));
  await ready;
  assert.equal(outbox.full, false);
  await outbox.close();
});
