import type { Effect, Seen } from "./effect.ts";

const input = ({ body }: Seen): unknown =>
  /\[Hints\].*/.exec(body.input ?? "")?.[0];
const instructions = ({ body }: Seen): unknown =>
  body.instructions?.split("\n\n").map((part) => part.slice(0, 10));
const searchTool = ({ body }: Seen): Record<string, unknown> => ({
  ...body.tools?.find((tool) => tool.type === "web_search"),
});
const citedUrls = ({ outcome }: Seen): unknown =>
  outcome.ok &&
  JSON.parse(outcome.text).citations.map(({ url }: { url: string }) => url);
const place = (name: string): Pick<Effect, "see"> => ({
  see: (seen) => ({ ...searchTool(seen).user_location as object })[name],
});
const file = { source: "file", path: "/mine.md" } as const;

/** What the settings below `policy` and `search` change. */
export const SEARCH_EFFECTS: Readonly<Record<string, Effect>> = {
  "policy.max_citations": {
    set: { policy: { max_citations: 1 } },
    see: ({ outcome }) =>
      outcome.ok && JSON.parse(outcome.text).citations.length,
    changes: [2, 1],
  },
  "policy.timezone": {
    set: { policy: { timezone: "UTC" } },
    see: ({ body }) => /Time zone: (.*)\./.exec(body.instructions ?? "")?.[1],
    changes: ["Asia/Tokyo", "UTC"],
  },
  "policy.system.source": {
    from: { policy: { system: { path: "/mine.md" } } },
    set: { policy: { system: file } },
    see: (seen) => String(instructions(seen)).slice(0, 10),
    changes: ["You answer", "Mine,Today"],
  },
  "policy.system.path": {
    from: { policy: { system: file } },
    set: { policy: { system: { ...file, path: "/other.md" } } },
    see: instructions,
    changes: [["Mine", "Today is 2"], ["Other", "Today is 2"]],
  },
  "policy.system.merge": {
    from: { policy: { system: file } },
    set: { policy: { system: { ...file, merge: "prepend" } } },
    see: (seen) => String(instructions(seen)).slice(0, 10),
    changes: ["Mine,Today", "Mine,You a"],
  },
  "search.defaults.recency_days": {
    set: { search: { defaults: { recency_days: 7 } } },
    see: input,
    changes: [
      "[Hints] recency_days=60, max_results=5",
      "[Hints] recency_days=7, max_results=5",
    ],
  },
  "search.defaults.max_results": {
    set: { search: { defaults: { max_results: 9 } } },
    see: input,
    changes: [
      "[Hints] recency_days=60, max_results=5",
      "[Hints] recency_days=60, max_results=9",
    ],
  },
  "search.defaults.domains": {
    set: { search: { defaults: { domains: ["deno.com"] } } },
    see: (seen) => searchTool(seen).filters,
    changes: [undefined, { allowed_domains: ["deno.com"] }],
  },
  "search.blocked_domains": {
    set: { search: { blocked_domains: ["example.com"] } },
    see: (seen) => [searchTool(seen).filters, citedUrls(seen)],
    changes: [
      [undefined, [
        "https://example.com/articles/1",
        "https://example.org/articles/2",
      ]],
      [{ blocked_domains: ["example.com"] }, [
        "https://example.org/articles/2",
      ]],
    ],
  },
  "search.external_web_access": {
    set: { search: { external_web_access: false } },
    see: (seen) => searchTool(seen).external_web_access,
    changes: [undefined, false],
  },
  "search.tool": {
    set: { search: { tool: "none" } },
    see: ({ body }) => [body.tools?.length, body.include?.length],
    changes: [[1, 1], [undefined, undefined]],
  },
  "search.context_size": {
    set: { search: { context_size: "high" } },
    see: (seen) => searchTool(seen).search_context_size,
    changes: ["medium", "high"],
  },
  "search.user_location.city": {
    set: { search: { user_location: { city: "Kobe" } } },
    ...place("city"),
    changes: [undefined, "Kobe"],
  },
  "search.user_location.country": {
    set: { search: { user_location: { country: "JP" } } },
    ...place("country"),
    changes: [undefined, "JP"],
  },
  "search.user_location.region": {
    set: { search: { user_location: { region: "Hyogo" } } },
    ...place("region"),
    changes: [undefined, "Hyogo"],
  },
  "search.user_location.timezone": {
    set: { search: { user_location: { timezone: "Asia/Tokyo" } } },
    ...place("timezone"),
    changes: [undefined, "Asia/Tokyo"],
  },
};
