import { HIT_KINDS } from "../../manuals/find/hit_kinds.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { compactHits } from "./compact_hits.ts";
import type { ManualFinder } from "./finder.ts";
import { HITS_OUTPUT } from "./schemas.ts";
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
    offset: { type: "integer", minimum: 0, description: "Default 0" },
    limit: { type: "integer", minimum: 1, description: "Default 50" },
  },
  required: ["trace_id"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

/** Makes the tool that pages through what a search found. */
export function createManualHits(finder: ManualFinder): Tool<typeof INPUT> {
  return defineManualTool({
    name: "manual_hits",
    title: "Page through hits",
    description:
      "Page through what manual_find found: candidates, integrated_top, unscanned files, gaps and how the ranking came about.",
    input: INPUT,
    output: HITS_OUTPUT,
    run: (args, { caller }) =>
      finder.use((open) => compactHits(open.hits(args, { caller: caller.id }))),
  });
}
