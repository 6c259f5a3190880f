import assert from "node:assert/strict";
import { normalizeDomain } from "../../src/schema/formats.ts";

Deno.test("normalizeDomain() keeps the host of what a user writes", () => {
  const cases = {
    "example.com": "example.com",
    " Example.COM ": "example.com",
    "https://www.jma.go.jp/bosai/?x=1#y": "www.jma.go.jp",
    "example.com:8443": "example.com",
    "*.example.com": "example.com",
    "https://*.example.com:443/a": "example.com",
    "example.com.": "example.com",
    "日本語.jp": "xn--wgv71a119e.jp",
    "_dmarc.example.com": "_dmarc.example.com",
  };
  for (const [text, host] of Object.entries(cases)) {
    assert.equal(normalizeDomain(text), host, text);
  }
});

Deno.test("normalizeDomain() gives nothing for what is no host name", () => {
  const bad = [
    "",
    "   ",
    "not a domain",
    "localhost",
    "*.*.com",
    "exa mple.com",
    "user@example.com",
    "-bad.example.com",
    "192.168.0.1",
    "[::1]",
    "a..b.com",
    "example.com\\evil.com",
    "https://",
    `${"a".repeat(64)}.com`,
    `${"a.".repeat(126)}com`,
    "exa%6dple.com",
  ];
  for (const text of bad) assert.equal(normalizeDomain(text), undefined, text);
});
