import { loadManuals } from "../../lazy.ts";
import type { TopHitItem } from "../../manuals/find/hit_items.ts";
import type { Finder } from "../../manuals/find/finder.ts";
import { ManualError } from "../../manuals/errors.ts";
import type { ObjectSchema, Static } from "../../schema/schema.ts";
import { defineManualTool } from "../manual/manual_tool.ts";
import type { ManualSession } from "../manual/session.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { sectionUrl } from "./section_url.ts";
import { snippet } from "./snippet.ts";

const LIMIT = { min: 1, max: 20, fallback: 8 } as const;
const MAX_TERM_CHARS = 100;
const TIME_MS = 60_000;

const INPUT = {
  type: "object",
  properties: {
    query: {
      type: "string",
      minLength: 1,
      description: "A question or some words",
    },
    limit: {
      type: "integer",
      minimum: LIMIT.min,
      maximum: LIMIT.max,
      description: `How many results; default ${LIMIT.fallback}`,
    },
  },
  required: ["query"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const OUTPUT = {
  type: "object",
  properties: {
    results: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          title: { type: "string" },
          url: { type: "string" },
          text: { type: "string" },
        },
        required: ["id", "title", "url", "text"],
      },
    },
  },
  required: ["results"],
} as const satisfies ObjectSchema;

/** Makes the tool that searches all manuals at once. */
export function createSearch(session: ManualSession): Tool<typeof INPUT> {
  return defineManualTool({
    name: "search",
    title: "Search the local manuals",
    description:
      "Search all local manuals at once. Returns the best sections with their best lines; fetch reads one by its id.",
    group: "connector",
    input: INPUT,
    output: OUTPUT,
    run: (args, context) => search(args, context, session),
  });
}

async function search(
  { query, limit = LIMIT.fallback }: Static<typeof INPUT>,
  context: ToolContext,
  session: ManualSession,
): Promise<object> {
  const manuals = await session.manuals();
  const ids: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page: Awaited<ReturnType<typeof manuals.ls>> = await manuals
      .ls({ cursor: offset });
    ids.push(...page.items.map(({ id }) => id));
    offset = page.next_cursor?.offset;
  }
  const lists = await session.finder.use((open) =>
    findIn(ids, query, open, context)
  );
  const best = merge(lists, limit);
  const results = [];
  for (const { ref, title, matched_tokens } of best) {
    const url = sectionUrl(ref.manual_id, ref.path, ref.start_line);
    // It may have gone since it was found.
    const text = await manuals.section(ref).then(
      (section) => snippet(section.text, query, matched_tokens),
      unlessDefect,
    );
    results.push({ id: url, title, url, text });
  }
  return { results };
}

function unlessDefect(error: unknown): string {
  if (error instanceof ManualError) return "";
  throw error;
}

/** The best hits of each manual. One that cannot be read does not stop others. */
async function findIn(
  ids: readonly string[],
  query: string,
  open: Finder,
  { caller: { id: caller }, signal, progress }: ToolContext,
): Promise<(readonly TopHitItem[])[]> {
  const { defaultRequiredTerms, findRequest } = await loadManuals();
  const required_terms = defaultRequiredTerms(query)
    .map((term) => term.slice(0, MAX_TERM_CHARS).toWellFormed());
  const lists: (readonly TopHitItem[])[] = [];
  let failed: ManualError | undefined;
  for (const manual_id of ids) {
    const budget = { time_ms: TIME_MS };
    const request = findRequest({ query, manual_id, required_terms, budget });
    try {
      const { inline_hits } = await open.answer(request, {
        caller,
        signal,
        inline: { kind: "integrated_top" },
        untraced: true,
        progress: (done, total) =>
          progress(`Indexed ${done} of ${total} files of ${manual_id}`),
      });
      lists.push(inline_hits?.items as readonly TopHitItem[] ?? []);
    } catch (error) {
      if (!(error instanceof ManualError)) throw error;
      failed ??= error;
    }
  }
  if (failed && lists.length === 0) throw failed;
  return lists;
}

/**
 * Joins lists, each in its own order, by the evidence of their first hits:
 * words that are rare in one manual may be common in another, so that scores
 * alone do not compare, but the share of the query that a section holds does.
 */
function merge(
  lists: readonly (readonly TopHitItem[])[],
  limit: number,
): TopHitItem[] {
  const heads = lists.map(() => 0);
  const merged: TopHitItem[] = [];
  while (merged.length < limit) {
    let best: TopHitItem | undefined;
    let from = -1;
    for (const [i, list] of lists.entries()) {
      const head = list[heads[i] ?? 0];
      if (!head || best && evidence(head) <= evidence(best)) continue;
      best = head;
      from = i;
    }
    if (!best) break;
    heads[from] = (heads[from] ?? 0) + 1;
    merged.push(best);
  }
  return merged;
}

function evidence({ match_coverage, rank_explain }: TopHitItem): number {
  const own = Object.values(rank_explain).reduce((sum, part) => sum + part, 0);
  return match_coverage * Math.max(own, 0);
}
