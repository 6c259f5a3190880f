import type { ObjectSchema } from "../../schema/schema.ts";
import {
  CURSOR_STRING,
  FILE_PATH,
  LINE_RANGE,
  MANUAL_ID,
  MAX_CHARS,
  NEXT_OFFSET,
} from "./schemas.ts";
import type { ManualSession } from "./session.ts";
import { defineManualTool } from "./manual_tool.ts";
import type { Tool } from "../tool.ts";

const INPUT = {
  type: "object",
  properties: {
    manual_id: MANUAL_ID,
    path: FILE_PATH,
    start_line: {
      type: "integer",
      minimum: 1,
      description: "First line; wins over cursor",
    },
    cursor: {
      anyOf: [
        { type: "integer", minimum: 0 },
        CURSOR_STRING,
        {
          type: "object",
          properties: {
            start_line: { type: "integer", minimum: 1 },
            char_offset: { type: "integer", minimum: 0 },
          },
          additionalProperties: false,
        },
      ],
      description: "next_cursor of the page before",
    },
    max_chars: MAX_CHARS,
  },
  required: ["manual_id", "path"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const OUTPUT = {
  type: "object",
  properties: {
    manual_id: { type: "string" },
    path: { type: "string" },
    text: { type: "string" },
    applied_range: LINE_RANGE,
    next_cursor: NEXT_OFFSET,
    eof: { type: "boolean" },
    truncated: { type: "boolean" },
    truncated_reason: { type: "string", enum: ["none", "max_chars"] },
    applied: {
      type: "object",
      properties: { max_chars: { type: "integer" } },
      required: ["max_chars"],
    },
  },
  required: [
    "manual_id",
    "path",
    "text",
    "applied_range",
    "next_cursor",
    "eof",
    "truncated",
    "truncated_reason",
    "applied",
  ],
} as const satisfies ObjectSchema;

/** Makes the tool that reads a file page by page. */
export function createManualScan(session: ManualSession): Tool<typeof INPUT> {
  return defineManualTool({
    name: "manual_scan",
    title: "Scan a file",
    description: "Read a file in order, page by page, until eof.",
    input: INPUT,
    output: OUTPUT,
    run: (args, context) =>
      session.run(context, async () => (await session.manuals()).scan(args)),
  });
}
