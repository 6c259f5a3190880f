import assert from "node:assert/strict";
import {
  type CitationOptions,
  type Citations,
  collectCitations,
  formatSources,
} from "../../../src/responses/answer/citations.ts";
import type { Source } from "../../../src/responses/answer/read_output.ts";
import type { Entry } from "../../../src/responses/answer/source_entries.ts";

interface Found {
  cited?: Source[];
  opened?: Source[];
  searched?: Source[];
  ids?: Source[];
  entries?: Entry[];
}

function collectAll(
  { entries = [], ...output }: Found,
  options: Partial<CitationOptions> = {},
): Citations {
  const none = { cited: [], opened: [], searched: [], ids: [] };
  const references = {
    certain: new Set<number>(),
    possible: new Set<number>(),
    alike: new Set<number>(),
  };
  return collectCitations(
    { ...none, ...output },
    { entries, links: [], mentioned: () => [], references },
    { domains: [], maxCitations: 10, today: "2026-11-16", ...options },
  );
}

function collect(found: Found, options?: Partial<CitationOptions>): string[] {
  return collectAll(found, options).citations
    .map((c) => `${c.url} ${c.title ?? "-"} ${c.published_at}`);
}

const weather = { url: "oai-weather", title: "api" };

Deno.test("collectCitations() puts cited URLs first, then ids", () => {
  assert.deepEqual(
    collect({
      cited: [{ url: "https://b.com/" }, { url: "https://a.com/", title: "A" }],
      searched: [{ url: "https://c.com/" }],
      ids: [weather],
    }),
    [
      "https://b.com/ - 2026-11-16",
      "https://a.com/ A 2026-11-16",
      "oai-weather api 2026-11-16",
    ],
  );
});

Deno.test("collectCitations() falls back to what the search returned", () => {
  const searched = [{ url: "https://c.com/" }, { url: "https://d.com/" }];
  assert.deepEqual(collect({ searched, ids: [weather] }), [
    "https://c.com/ - 2026-11-16",
    "https://d.com/ - 2026-11-16",
    "oai-weather api 2026-11-16",
  ]);
});

Deno.test("collectCitations() merges a page cited twice and keeps its title", () => {
  assert.deepEqual(
    collect({
      cited: [
        { url: "https://a.com/x" },
        { url: "https://a.com/x/#part", title: "A" },
      ],
      ids: [weather, { url: "OAI-weather", title: "api" }],
    }),
    ["https://a.com/x A 2026-11-16", "oai-weather api 2026-11-16"],
  );
});

Deno.test("collectCitations() keeps the first title of a page", () => {
  const url = "https://a.com/";
  const cited = [{ url, title: "First" }, { url, title: "Second" }, { url }];
  assert.deepEqual(collect({ cited }), ["https://a.com/ First 2026-11-16"]);
});

Deno.test("collectCitations() cuts URLs first, down to one", () => {
  const cited = ["a", "b", "c"].map((n) => ({ url: `https://${n}.com/` }));
  const ids = [weather, { url: "oai-finance", title: "api" }];
  const urls = (max: number): string[] =>
    collect({ cited, ids }, { maxCitations: max }).map((line) =>
      line.split(" ")[0] ?? ""
    );
  assert.deepEqual(urls(4), [
    "https://a.com/",
    "https://b.com/",
    "oai-weather",
    "oai-finance",
  ]);
  assert.deepEqual(urls(3), ["https://a.com/", "oai-weather", "oai-finance"]);
  assert.deepEqual(urls(2), ["https://a.com/", "oai-weather"]);
  assert.deepEqual(urls(1), ["https://a.com/"]);
});

Deno.test("collectCitations() drops URLs outside the domains, never ids", () => {
  const options = { domains: ["a.com"] };
  const cited = [{ url: "https://b.com/" }, { url: "https://www.a.com/" }];
  assert.deepEqual(collect({ cited, ids: [weather] }, options), [
    "https://www.a.com/ - 2026-11-16",
    "oai-weather api 2026-11-16",
  ]);
});

Deno.test("collectCitations() replaces no page that was used and is not allowed", () => {
  const cited = [{ url: "https://b.com/" }];
  const searched = [{ url: "https://www.a.com/" }];
  assert.deepEqual(collect({ cited, searched }, { domains: ["a.com"] }), []);
  const blockedDomains = ["b.com"];
  assert.deepEqual(collect({ cited, searched }, { blockedDomains }), []);
  assert.deepEqual(collect({ searched }, { blockedDomains }), [
    "https://www.a.com/ - 2026-11-16",
  ]);
});

Deno.test("collectCitations() tells the date that the model gave from today's", () => {
  const url = "https://a.com/x";
  const sources = [{ url, date: "2024-05-06" }];
  const entries = [{ item: true, sources, text: "" }];
  const cited = [{ url: `${url}/` }, { url: "https://b.com/" }];
  const { citations, lines } = collectAll({ cited, entries });
  assert.deepEqual(citations, [
    { url: `${url}/`, published_at: "2024-05-06", date_kind: "published" },
    {
      url: "https://b.com/",
      published_at: "2026-11-16",
      date_kind: "accessed",
    },
  ]);
  assert.equal(
    formatSources(lines),
    "Sources:\n- https://a.com/x/ (2024-05-06)\n- https://b.com/ (accessed 2026-11-16)",
  );
});
