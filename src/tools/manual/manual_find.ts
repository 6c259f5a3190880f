import { loadManuals } from "../../lazy.ts";
import type { FindOptions } from "../../manuals/find/finder.ts";
import type { FindBudget, FindParams } from "../../manuals/find/find_params.ts";
import type { ObjectSchema, Schema, Static } from "../../schema/schema.ts";
import { compactHits } from "./manual_hits.ts";
import { foundTooLittle, noteOn } from "./find_note.ts";
import { HITS_OUTPUT, MANUAL_ID } from "./schemas.ts";
import type { ManualSession } from "./session.ts";
import { defineManualTool } from "./manual_tool.ts";
import type { Tool, ToolContext } from "../tool.ts";

const MAX_INLINE = 5;

/** What can be asked of the engine, and what the tool itself answers. */
type Argument = keyof FindParams | "inline_hits";

// Named by the types of what uses them: an argument that is only added here
// does not compile.
const INPUT = {
  type: "object",
  properties: {
    query: {
      type: "string",
      minLength: 1,
      description: "What to look for, in the words of the manual",
    },
    manual_id: MANUAL_ID,
    required_terms: {
      type: "array",
      items: { type: "string", minLength: 1 },
      minItems: 1,
      maxItems: 2,
      description: "Words that a good answer holds",
    },
    expand_scope: {
      type: "boolean",
      description: "No effect",
    },
    only_unscanned_from_trace_id: {
      type: "string",
      description: "Search only what that call left out",
    },
    include_claim_graph: {
      type: "boolean",
      description: "Fill claims, evidences and edges of manual_hits",
    },
    use_cache: {
      type: "boolean",
      description: "Reuse an earlier result",
    },
    inline_hits: {
      anyOf: [
        {
          type: "object",
          properties: {
            limit: { type: "integer", minimum: 1 },
          },
          additionalProperties: false,
        },
        { type: "null" },
      ],
      description: "Hits to return: 5, or fewer; null: none",
    },
    budget: {
      type: "object",
      properties: {
        max_candidates: {
          type: "integer",
          minimum: 1,
          description: "Default 200",
        },
        time_ms: {
          type: "integer",
          minimum: 1,
          description: "Default 60000",
        },
      } satisfies Record<keyof FindBudget, Schema>,
      additionalProperties: false,
    },
  } satisfies Record<Argument, Schema>,
  required: ["query", "manual_id", "required_terms"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const OUTPUT = {
  type: "object",
  properties: {
    trace_id: { type: "string" },
    candidates: { type: "integer" },
    status: {
      type: "string",
      enum: [
        "required_effective",
        "term_dropped_or_weakened",
        "required_none_matched",
        "required_fallback",
      ],
    },
    failure_reason: { anyOf: [{ type: "string" }, { type: "null" }] },
    note: { type: "string" },
    inline_hits: HITS_OUTPUT,
    next_actions: { type: "array", items: { type: "object", properties: {} } },
  },
  required: [
    "trace_id",
    "candidates",
    "status",
    "failure_reason",
    "next_actions",
  ],
} as const satisfies ObjectSchema;

/** Makes the tool that searches a manual. */
export function createManualFind(session: ManualSession): Tool<typeof INPUT> {
  return defineManualTool({
    name: "manual_find",
    title: "Search a manual",
    description:
      "Find the sections of a manual that best answer a question. Read a hit with manual_read; page through all with manual_hits.",
    input: INPUT,
    output: OUTPUT,
    run: (args, context) =>
      session.run(context, () => find(args, context, session)),
  });
}

async function find(
  { inline_hits, ...params }: Static<typeof INPUT>,
  { caller, signal, progress }: ToolContext,
  session: ManualSession,
): Promise<object> {
  const { findRequest } = await loadManuals();
  const { finder, traces } = session;
  const limit = Math.min(inline_hits?.limit ?? MAX_INLINE, MAX_INLINE);
  const options: FindOptions = {
    caller: caller.id,
    unscanned: true,
    signal,
    progress: (done, total) => progress(`Indexed ${done} of ${total} files`),
    // Absent means the default; only an explicit null means none.
    ...inline_hits !== null &&
      { inline: { kind: "integrated_top", limit } },
  };
  const { only_unscanned_from_trace_id: earlier } = params;
  const { found, trace_id } = await finder.use(async (open) => {
    const asked = earlier === undefined ? params : {
      ...params,
      only_unscanned_from_trace_id: await traces.unseal(
        open,
        earlier,
        caller,
        { signal },
      ),
    };
    const found = await open.answer(findRequest(asked), options);
    const search = { id: found.trace_id, asked };
    return { found, trace_id: await traces.seal(open, search, caller) };
  });
  const unread = foundTooLittle(found)
    ? await (await session.manuals()).unread(params.manual_id, { signal })
    : [];
  const note = noteOn(found, unread);
  return {
    trace_id,
    candidates: found.summary.candidates,
    status: found.applied.required_effect_status,
    failure_reason: found.applied.required_failure_reason,
    ...note !== undefined && { note },
    ...found.inline_hits &&
      { inline_hits: compactHits({ ...found.inline_hits, trace_id }) },
    next_actions: [],
  };
}
