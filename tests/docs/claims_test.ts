import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { walk } from "../kit/walk.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The names of all tests; a part that is filled in stands for any text. */
function testNames(): RegExp[] {
  return walk(`${ROOT}tests`).filter((path) => path.endsWith("_test.ts"))
    .flatMap((path) => {
      const text = Deno.readTextFileSync(`${ROOT}tests/${path}`);
      return [
        ...text.matchAll(/Deno\.test\(\s*(?:\{\s*name:\s*)?(["`])(.*?)\1,/gs),
      ];
    }).map(([, , name = ""]) => {
      const literal = name.split(/\$\{[^}]*\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      return new RegExp(`^${literal.join(".+")}$`);
    });
}

Deno.test("docs/security.md names a test for every claim, and each of them exists", () => {
  const text = Deno.readTextFileSync(`${ROOT}docs/security.md`);
  const tests = testNames();
  const claims = text.split(/^- /m).slice(1)
    .map((claim) => claim.split(/\n\s*\n|\n#/)[0]?.replace(/\s+/g, " ") ?? "");
  assert.ok(claims.length >= 20, "the claims are found");
  for (const claim of claims) {
    const named = [...claim.matchAll(/“([^”]+)”/g)].map(([, name = ""]) =>
      name
    );
    assert.ok(named.length > 0, `no test is named: ${claim}`);
    for (const name of named) {
      assert.ok(tests.some((test) => test.test(name)), `no such test: ${name}`);
    }
  }
});
