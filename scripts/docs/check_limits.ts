import { MAX_QUEUED as OUTBOX } from "../../src/jsonrpc/message_streams.ts";
import {
  MAX_QUERY_CHARS,
  MAX_TERM_CHARS,
} from "../../src/manuals/find/find_request.ts";
import { MAX_RANKED_CHARS } from "../../src/manuals/search/local/query/query.ts";
import { HEARTBEAT_MS } from "../../src/responses/run/narrator.ts";
import { MAX_QUEUED_LOG as LOG } from "../../src/log.ts";
import { MAX_BATCH, MAX_IN_FLIGHT } from "../../src/mcp/connection.ts";
import { MAX_HELD } from "../../src/mcp/in_flight.ts";
import type { Page } from "./pages.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Where a page states a limit, `#` for the number, and what the code has. */
const STATED: readonly (readonly [string, string, number])[] = [
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

/** Limits that a page states otherwise than the source has them, or no longer. */
export function limitProblems(pages: readonly Page[]): string[] {
  return STATED.flatMap(([path, phrase, limit]) => {
    const text = pages.find((page) => page.path === path)?.text ?? "";
    const found = patternOf(phrase).exec(text)?.[1];
    const wanted = limit.toLocaleString("en");
    return found === wanted
      ? []
      : [`${path}: "${phrase}" is ${wanted}, not ${found ?? "there"}`];
  });
}

function patternOf(phrase: string): RegExp {
  const escaped = phrase.replace(/[.()|]/g, "\\$&").replaceAll(" ", "\\s+");
  return new RegExp(escaped.replace("#", "([\\d,]*\\d)"));
}
