/**
 * Parts of schemas that several manual tools share.
 *
 * @module
 */
import { MAX_CHARS as CHARS } from "../../manuals/library/arguments.ts";
import type { ObjectSchema } from "../../schema/schema.ts";

/** The id of a manual. */
export const MANUAL_ID = {
  type: "string",
  minLength: 1,
  description: "From manual_ls",
} as const;

/** A file of a manual. */
export const FILE_PATH = {
  type: "string",
  minLength: 1,
  description: "Relative to the manual",
} as const;

/** How much text a call returns. */
export const MAX_CHARS = {
  type: "integer",
  minimum: CHARS.min,
  maximum: CHARS.max,
  description: `Default ${CHARS.fallback}`,
} as const;

/** The short form of a cursor, as a string. */
export const CURSOR_STRING = {
  type: "string",
  pattern: "^[0-9]+$",
} as const;

/** Where a list of files goes on. */
export const OFFSET_CURSOR = {
  anyOf: [
    { type: "integer", minimum: 0 },
    CURSOR_STRING,
    {
      type: "object",
      properties: { offset: { type: "integer", minimum: 0 } },
      additionalProperties: false,
    },
  ],
  description: "next_cursor of the page before",
} as const;

/** A whole number, or nothing where there is no next page. */
export const INTEGER_OR_NULL = {
  anyOf: [{ type: "integer" }, { type: "null" }],
} as const;

/** Lines that a result covers, counted from 1. */
export const LINE_RANGE = {
  type: "object",
  properties: {
    start_line: { type: "integer" },
    end_line: { type: "integer" },
  },
  required: ["start_line", "end_line"],
} as const;

/** Where a scan goes on. */
export const NEXT_OFFSET = {
  type: "object",
  properties: { char_offset: INTEGER_OR_NULL },
  required: ["char_offset"],
} as const;

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
