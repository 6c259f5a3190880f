import type { ObjectSchema } from "../schema/schema.ts";

/** A page of `manual_hits`, also inside the result of `manual_find`. */
export const HITS_OUTPUT = {
  type: "object",
  properties: {
    trace_id: { type: "string" },
    kind: { type: "string" },
    offset: { type: "integer" },
    limit: { type: "integer" },
    total: { type: "integer" },
    manual_id: { type: "string" },
    items: { type: "array", items: { type: "object", properties: {} } },
  },
  required: ["trace_id", "kind", "offset", "limit", "total", "items"],
} as const satisfies ObjectSchema;
