import assert from "node:assert/strict";
import { isWithinDomains } from "../../../src/responses/request/domains.ts";

Deno.test("isWithinDomains() takes subdomains but no look-alikes", () => {
  const within = (url: string): boolean =>
    isWithinDomains(url, ["example.com", "jma.go.jp"]);
  assert.equal(within("https://example.com/a"), true);
  assert.equal(within("https://www.jma.go.jp:443/"), true);
  // The same hosts in their full spelling.
  assert.equal(within("https://example.com./a"), true);
  assert.equal(within("https://www.jma.go.jp./"), true);
  assert.equal(within("https://badexample.com/"), false);
  assert.equal(within("https://example.com.evil.net/"), false);
  assert.equal(within("https://www.example.com.evil.net/"), false);
  assert.equal(within("https://evil.net/?example.com"), false);
  assert.equal(within("oai-weather"), false);
});
