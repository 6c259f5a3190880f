import { defaultConfig, forEachSetting } from "../../src/config/draft.ts";
import { SETTINGS } from "../../src/config/schema.ts";
import { MAX_QUEUED as OUTBOX } from "../../src/jsonrpc/message_streams.ts";
import { MAX_QUEUED_LOG as LOG } from "../../src/log.ts";
import {
  MAX_QUERY_CHARS,
  MAX_TERM_CHARS,
} from "../../src/manuals/find/find_request.ts";
import { MAX_RANKED_CHARS } from "../../src/manuals/search/local/query/query.ts";
import { MAX_BATCH, MAX_IN_FLIGHT } from "../../src/mcp/connection.ts";
import { LEGACY_VERSIONS, MODERN_VERSIONS } from "../../src/mcp/eras.ts";
import { MAX_HELD } from "../../src/mcp/in_flight.ts";
import { HEARTBEAT_MS } from "../../src/responses/run/narrator.ts";
import { MAX_RUNNING } from "../../src/tools/registry.ts";
import { packageJson } from "../build_npm/package_json.ts";
import type { Page } from "./pages.ts";

/** Where a page states a fact, `#` for its words, and what the code has. */
type Fact = readonly [path: string, phrase: string, fact: string | number];

const KIB = 1024;
const MIB = 1024 * KIB;

const LIMITS: readonly Fact[] = [
  [
    "docs/reference/transports.md",
    "a call while # others are in flight",
    MAX_IN_FLIGHT,
  ],
  ["docs/security.md", "limited to # a connection", MAX_IN_FLIGHT],
  ["docs/security.md", "has at most # messages", MAX_BATCH],
  ["docs/reliability.md", "| # KiB of answers queued", OUTBOX / KIB],
  ["docs/reliability.md", "| # KiB queued", LOG / KIB],
  ["docs/reliability.md", "| # MiB, then the server reads on", MAX_HELD / MIB],
  ["docs/reliability.md", "| #, then they are refused", MAX_IN_FLIGHT],
  ["docs/reliability.md", "| # of a group of tools,", MAX_RUNNING.others],
  [
    "docs/reliability.md",
    "of a group of tools, # of one that searches",
    MAX_RUNNING.searching,
  ],
  ["docs/reliability.md", "| a batch (2025-03-26) | # messages", MAX_BATCH],
  ["docs/manuals.md", "a query has at most # characters", MAX_QUERY_CHARS],
  ["docs/manuals.md", "of which the first # count", MAX_RANKED_CHARS],
  ["docs/manuals.md", "count, a required term #.", MAX_TERM_CHARS],
  // What is promised leaves a busy machine a second.
  [
    "docs/troubleshooting.md",
    "progress at least every # s",
    HEARTBEAT_MS / 1000 + 1,
  ],
];

function statedFacts(): Fact[] {
  const { http, policy } = defaultConfig();
  const { node } = packageJson().engines as { node: string };
  const oldestNode = node.replace(">=", "");
  const [oldest] = LEGACY_VERSIONS;
  const others = LEGACY_VERSIONS.slice(0, -1).join(", ");
  const last = LEGACY_VERSIONS.at(-1) ?? "";
  const newest = MODERN_VERSIONS[MODERN_VERSIONS.length - 1] ?? "";
  const url = `http://${http.host}:${http.port}${http.path}`;
  return [
    ["README.md", "**Dates are in #**", policy.timezone],
    ["docs/README.ja.md", "**日付は #**", policy.timezone],
    ["README.md", "from MCP # to", oldest],
    ["README.md", `from MCP ${oldest} to #.`, newest],
    ["docs/README.ja.md", "MCP # から", oldest],
    ["docs/README.ja.md", `MCP ${oldest} から # まで`, newest],
    ["docs/spec.md", `echoes ${others} or #,`, last],
    [
      "docs/reference/transports.md",
      `echoes ${others} and #,`,
      last,
    ],
    ["README.md", "You need Node # or later", oldestNode],
    ["docs/README.ja.md", "Node # 以降", oldestNode],
    ["docs/clients.md", "--transport http openai-responses #", url],
  ];
}

/** Facts that a page states otherwise than the source has them, or no longer. */
export function factProblems(pages: readonly Page[]): string[] {
  return [...LIMITS, ...statedFacts()].flatMap(([path, phrase, value]) => {
    const fact = value.toLocaleString("en");
    const text = pages.find((page) => page.path === path)?.text ?? "";
    const found = patternOf(phrase).exec(text)?.[1];
    return found === fact
      ? []
      : [`${path}: "${phrase}" is ${fact}, not ${found ?? "there"}`];
  });
}

function patternOf(phrase: string): RegExp {
  const escaped = phrase.replace(/[.*()|]/g, "\\$&").replaceAll(" ", "\\s+");
  // At the end of a phrase it is a whole word.
  return new RegExp(
    escaped.replace(/#$/, "(\\S+)").replace("#", "(\\S+?)"),
  );
}

/**
 * Defaults that a page states otherwise than the source has them. A page states
 * one by putting it in brackets after the key: `key` (5, …), `key` (x by
 * default).
 */
export function defaultProblems(pages: readonly Page[]): string[] {
  const defaults = new Map<string, string>();
  forEachSetting(SETTINGS, (path, setting) => {
    defaults.set(path.join("."), String(setting.default));
  });
  return pages.flatMap(({ path, text }) => {
    const stated = text.matchAll(
      /`([a-z_.]+)`\s+\((?:(\d+)\b|(\S+)\s+by\s+default)/g,
    );
    return [...stated].flatMap(([, key = "", number, word]) => {
      const wanted = defaults.get(key);
      const got = number ?? word;
      return wanted === undefined || wanted === got
        ? []
        : [`${path}: ${key} is ${wanted} by default, not ${got}`];
    });
  });
}
