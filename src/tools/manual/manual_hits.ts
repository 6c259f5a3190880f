import { HIT_KINDS } from "../../manuals/find/hit_kinds.ts";
import type { HitsResult } from "../../manuals/find/hits.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { HITS_OUTPUT } from "./schemas.ts";
import type { ManualSession } from "./session.ts";
import { defineManualTool } from "./manual_tool.ts";
import type { Tool } from "../tool.ts";

const INPUT = {
  type: "object",
  properties: {
    trace_id: {
      type: "string",
      minLength: 1,
      description: "From manual_find",
    },
    kind: {
      type: "string",
      enum: HIT_KINDS,
      description: "Default candidates; integrated_top has titles",
    },
    offset: { type: "integer", minimum: 0 },
    limit: { type: "integer", minimum: 1, description: "Default 50" },
  },
  required: ["trace_id"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

/** Makes the tool that pages through what a search found. */
export function createManualHits(session: ManualSession): Tool<typeof INPUT> {
  const { finder, traces } = session;
  return defineManualTool({
    name: "manual_hits",
    title: "Page through hits",
    description: "Page through what manual_find found, and how.",
    input: INPUT,
    output: HITS_OUTPUT,
    run: ({ trace_id, ...page }, context) =>
      session.anytime(context, () =>
        finder.use(async (open) => {
          const { caller, signal } = context;
          const id = await traces.unseal(open, trace_id, caller, { signal });
          const owner = { caller: caller.id };
          const found = open.hits({ ...page, trace_id: id }, owner);
          return compactHits({ ...found, trace_id });
        })),
  });
}

const KEPT: readonly string[] = ["ref", "title", "score", "matched_tokens"];

/** A page as the tools give it: only what a reader needs. */
export function compactHits(result: HitsResult): HitsResult<object> {
  if (result.kind !== "candidates" && result.kind !== "integrated_top") {
    return result;
  }
  const items = result.items.map((item) =>
    Object.fromEntries(
      Object.entries(item).filter(([name]) => KEPT.includes(name)),
    )
  );
  return { ...result, items };
}
