import assert from "node:assert/strict";
import {
  findUrls,
  isWithinDomains,
  removeTracking,
  sourceKey,
} from "../../../src/responses/answer/source_url.ts";

Deno.test("removeTracking() removes utm_source=openai and nothing else", () => {
  const cases = {
    "https://a.com/?utm_source=openai": "https://a.com/",
    "https://a.com/?x=1&utm_source=openai": "https://a.com/?x=1",
    "https://a.com/?utm_source=openai&x=1": "https://a.com/?x=1",
    "https://a.com/?x=1&utm_source=openai&y=2": "https://a.com/?x=1&y=2",
    "https://a.com/?utm_source=openai#top": "https://a.com/#top",
    "https://a.com/?utm_source=openai.com":
      "https://a.com/?utm_source=openai.com",
    "https://a.com/?utm_source=openais": "https://a.com/?utm_source=openais",
    "see (https://a.com/?utm_source=openai). Then":
      "see (https://a.com/). Then",
    "https://a.com/?utm_source=openai https://b.com/?utm_source=openai":
      "https://a.com/ https://b.com/",
    "https://a.com/?utm_source=openai&x https://b.com/?utm_source=openai&y":
      "https://a.com/?x https://b.com/?y",
  };
  for (const [text, clean] of Object.entries(cases)) {
    assert.equal(removeTracking(text), clean);
  }
});

Deno.test("sourceKey() ignores fragment, trailing slash and tracking", () => {
  const key = sourceKey("https://a.com/x");
  assert.equal(sourceKey("https://A.com/x/"), key);
  assert.equal(sourceKey("https://a.com/x#part"), key);
  assert.equal(sourceKey("https://a.com:443/x/?utm_source=openai#p"), key);
  assert.equal(sourceKey("HTTPS://a.com/x#part"), key);
  assert.equal(sourceKey("https://a.com/x//"), key);
  assert.equal(sourceKey("https://a.com//"), sourceKey("https://a.com"));
  assert.notEqual(sourceKey("https://a.com/x?y=1"), key);
  assert.notEqual(sourceKey("https://a.com/X"), key);
  assert.equal(sourceKey("OAI-Weather"), sourceKey("oai-weather"));
});

Deno.test("sourceKey() takes what is no URL after all as it is", () => {
  assert.equal(sourceKey("https://[a"), "https://[a");
});

Deno.test("findUrls() leaves out the punctuation around a URL", () => {
  const urls = (text: string): string[] => findUrls(text).map((f) => f.url);
  assert.deepEqual(urls("[a](https://a.com/1),[b](https://b.com/2)."), [
    "https://a.com/1",
    "https://b.com/2",
  ]);
  assert.deepEqual(urls("出典（https://a.com/x）、https://b.com/y。"), [
    "https://a.com/x",
    "https://b.com/y",
  ]);
  assert.deepEqual(urls("HTTPS://a.com/x."), ["HTTPS://a.com/x"]);
  assert.deepEqual(urls("https://en.wikipedia.org/wiki/A_(b), then"), [
    "https://en.wikipedia.org/wiki/A_(b)",
  ]);
});

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
