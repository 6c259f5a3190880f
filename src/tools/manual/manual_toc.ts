import { MAX_LISTED } from "../../manuals/library/arguments.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { INTEGER_OR_NULL, MANUAL_ID, OFFSET_CURSOR } from "./schemas.ts";
import type { ManualSession } from "./session.ts";
import { defineManualTool } from "./manual_tool.ts";
import type { Tool } from "../tool.ts";

const INPUT = {
  type: "object",
  properties: {
    manual_id: MANUAL_ID,
    path_prefix: {
      type: "string",
      description: "A directory or file; required for deep",
    },
    max_files: {
      type: "integer",
      minimum: MAX_LISTED.min,
      maximum: MAX_LISTED.max,
      description: "Default 20; at most 50 for deep or without path_prefix",
    },
    cursor: OFFSET_CURSOR,
    depth: {
      type: "string",
      enum: ["shallow", "deep"],
      description: "Default shallow",
    },
    max_headings_per_file: {
      type: "integer",
      minimum: MAX_LISTED.min,
      maximum: MAX_LISTED.max,
      description: "Default 20",
    },
  },
  required: ["manual_id"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const OUTPUT = {
  type: "object",
  properties: {
    applied: {
      type: "object",
      properties: {
        manual_id: { type: "string" },
        path_prefix: { type: "string" },
        depth: { type: "string", enum: ["shallow", "deep"] },
        max_files: { type: "integer" },
        include_headings: { type: "boolean" },
        max_headings_per_file: { type: "integer" },
        offset: { type: "integer" },
      },
    },
    total_files: { type: "integer" },
    next_cursor: {
      type: "object",
      properties: { offset: INTEGER_OR_NULL },
      required: ["offset"],
    },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          path: { type: "string" },
          headings: {
            type: "array",
            items: {
              type: "object",
              properties: {
                title: { type: "string" },
                line_start: { type: "integer" },
              },
              required: ["title", "line_start"],
            },
          },
          heading_count: { type: "integer" },
          problem: { type: "string" },
        },
        required: ["path", "headings"],
      },
    },
    skipped: {
      type: "array",
      items: {
        type: "object",
        properties: {
          path: { type: "string" },
          reason: { type: "string" },
        },
      },
    },
  },
  required: ["applied", "total_files", "next_cursor", "items"],
} as const satisfies ObjectSchema;

/** Makes the tool that lists a manual's files and headings. */
export function createManualToc(session: ManualSession): Tool<typeof INPUT> {
  return defineManualTool({
    name: "manual_toc",
    title: "Table of contents",
    description:
      "List the files of a manual; deep: with headings and line numbers.",
    input: INPUT,
    output: OUTPUT,
    run: (args, context) =>
      session.run(context, async () => {
        const { signal } = context;
        return (await session.manuals()).toc(args, { signal });
      }),
  });
}
