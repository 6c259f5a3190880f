import assert from "node:assert/strict";
import {
  type CitationOptions,
  collectCitations,
  formatSources,
} from "../../../src/responses/answer/citations.ts";
import type { Source } from "../../../src/responses/answer/read_output.ts";

function collect(
  output: { cited?: Source[]; searched?: Source[]; ids?: Source[] },
  options: Partial<CitationOptions> = {},
): string[] {
  return collectCitations({ cited: [], searched: [], ids: [], ...output }, {
    domains: [],
    max: 10,
    dates: new Map(),
    today: "2026-11-16",
    ...options,
  }).map((c) => `${c.url} ${c.title ?? "-"} ${c.published_at}`);
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
        { url: "https://a.com/x?utm_source=openai" },
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
    collect({ cited, ids }, { max }).map((line) => line.split(" ")[0] ?? "");
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
  const outside = { cited: cited.slice(0, 1), searched: cited };
  assert.deepEqual(collect(outside, options), [
    "https://www.a.com/ - 2026-11-16",
  ]);
});

Deno.test("collectCitations() keeps the date that the model gave a source", () => {
  const dates = new Map([["https://a.com/x", "2024-05-06"]]);
  assert.deepEqual(
    collect({ cited: [{ url: "https://a.com/x/" }] }, { dates }),
    ["https://a.com/x/ - 2024-05-06"],
  );
});

Deno.test("formatSources() writes one line for each source", () => {
  const citations = [
    { url: "https://a.com/", title: "A", published_at: "2024-05-06" },
    { url: "oai-weather", title: "api", published_at: "2026-11-16" },
  ];
  assert.equal(
    formatSources(citations),
    "Sources:\n- https://a.com/ (2024-05-06)\n- oai-weather (2026-11-16)",
  );
});
