import assert from "node:assert/strict";
import { Secret } from "../../../src/mcp/http/secret.ts";

const SECRET = "a secret that replicas share";
const here = new Secret(SECRET);
const there = new Secret(SECRET);

Deno.test("a signature holds at any replica, for its purpose and its parts alone", async () => {
  const signature = await here.sign("id", "ab", "c");
  assert.equal(await there.verify(signature, "id", "ab", "c"), true);
  const others: readonly (readonly [string, ...string[]])[] = [
    ["session", "ab", "c"],
    // What is told apart is the list, not its letters.
    ["id", "a", "bc"],
    ["id", "abc"],
    ["id", "ab", "c", ""],
    ["i", "dab", "c"],
    ['id","ab', "c"],
  ];
  for (const [purpose, ...parts] of others) {
    const isOurs = await there.verify(signature, purpose, ...parts);
    assert.equal(isOurs, false, JSON.stringify([purpose, ...parts]));
  }
  assert.equal(await new Secret().verify(signature, "id", "ab", "c"), false);
  for (const forged of ["", "?", signature.slice(1), `${signature}AA`]) {
    assert.equal(await here.verify(forged, "id", "ab", "c"), false, forged);
  }
});

Deno.test("a sealed text is read by its owner at any replica, and by nobody else", async () => {
  const sealed = await here.seal("a trace", "alice");
  assert.equal(await there.unseal(sealed, "alice"), "a trace");
  assert.equal(await there.unseal(sealed, "bob"), undefined);
  assert.equal(await new Secret().unseal(sealed, "alice"), undefined);
  for (const cut of ["", "?", sealed.slice(0, 16), sealed.slice(0, -4)]) {
    assert.equal(await here.unseal(cut, "alice"), undefined, cut);
  }
  assert.notEqual(await here.seal("a trace", "alice"), sealed);
});
