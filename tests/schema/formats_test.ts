import assert from "node:assert/strict";
import type { StringSchema } from "../../src/schema/schema.ts";
import { validate } from "../../src/schema/validate.ts";
import { isWithin, normalizeDomain } from "../../src/schema/formats.ts";

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

Deno.test("isWithin() takes a domain and what is below it", () => {
  const domains = ["example.com", "example.org"];
  for (const host of ["example.com", "www.example.com", "a.b.example.org"]) {
    assert.ok(isWithin(host, domains), host);
  }
  for (const host of ["badexample.com", "com", "example.com.evil.net"]) {
    assert.ok(!isWithin(host, domains), host);
  }
});

const TAKEN: Readonly<
  Record<NonNullable<StringSchema["format"]>, [yes: string[], no: string[]]>
> = {
  "country": [["JP", "de"], ["JPN", "J", "1P", ""]],
  "header-name": [
    ["X-Title", "x_y", "Contents"],
    ["", "a b", "Authorization", "HOST", "Content-Type", "proxy-x"],
  ],
  "host-name": [["example.com"], ["a b", ""]],
  "http-url": [
    ["https://a.example/v1", "HTTP://[::1]:80"],
    ["ftp://a", "https:///x", "https://a?b", "https://a b", "http://["],
  ],
  "manual-name": [["docs"], ["manuals", "node_modules", ".x", "a/b", ""]],
  "time-zone": [["Asia/Tokyo", "UTC"], ["Mars/Base", ""]],
  "variable": [["OPENAI_API_KEY", "_x1"], ["1x", "a-b", ""]],
};

Deno.test("every format takes what it is for and nothing else", () => {
  for (const [name, [yes, no]] of Object.entries(TAKEN)) {
    const format = name as keyof typeof TAKEN;
    const schema = { type: "string", format } as const;
    for (const text of yes) assert.ok(validate(schema, text).ok, text);
    for (const text of no) assert.ok(!validate(schema, text).ok, text);
  }
});
