import assert from "node:assert/strict";
import { TokenBuffer } from "../../../../../src/manuals/search/local/tokens/token_buffer.ts";

Deno.test("TokenBuffer() hands over what it has and holds nothing more", () => {
  const buffer = new TokenBuffer();
  const tokens = Array.from({ length: 3000 }, (_, i) => i);
  for (const token of tokens) buffer.push(token);
  assert.deepEqual([...buffer.take()], tokens);
  assert.ok(buffer.data.byteLength < 1024, `${buffer.data.byteLength} bytes`);
  for (const token of [7, 8, 9]) buffer.push(token);
  assert.deepEqual([...buffer.take()], [7, 8, 9]);
});
