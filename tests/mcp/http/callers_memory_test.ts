import assert from "node:assert/strict";
import { Callers } from "../../../src/mcp/http/callers.ts";
import { Secret } from "../../../src/mcp/http/secret.ts";

Deno.test("Callers() forgets those who rest when ten thousand others came, and no others", () => {
  const callers = new Callers(new Secret(), 1, false);
  const [resting, working] = [callers.of("resting"), callers.of("working")];
  assert.ok(callers.enter("working", 1));
  for (let i = 0; i < 9_000; i++) callers.of(`${i}`);
  assert.equal(callers.of("resting"), resting);
  for (let i = 9_000; i < 11_000; i++) callers.of(`${i}`);
  assert.notEqual(callers.of("resting"), resting);
  assert.equal(callers.of("working"), working);
  assert.equal(callers.enter("working", 1), undefined);
});
