import assert from "node:assert/strict";
import { bufferedStderr } from "../src/log.ts";

Deno.test("bufferedStderr() writes at once only what an unread pipe takes in any case", async () => {
  const lines = Array.from(
    { length: 500 },
    (_, i) => `${i} ${"x".repeat(95)}\n`,
  );
  const decoder = new TextDecoder();
  let atOnce = "";
  let later = "";
  let arrived = (): void => undefined;
  const all = new Promise<void>((resolve) => arrived = resolve);
  const write = bufferedStderr({
    writeStderr: (text) => void (atOnce += text),
    openStderr: () => ({
      write(bytes): Promise<void> {
        later += decoder.decode(bytes);
        if (later.endsWith(lines.at(-1) ?? "")) arrived();
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    }),
  });
  lines.forEach(write);
  assert.ok(atOnce.startsWith(lines[0] ?? ""));
  assert.ok(atOnce.length <= 16 * 1024, `${atOnce.length} at once`);
  await all;
  assert.equal(atOnce + later, lines.join(""));
});
