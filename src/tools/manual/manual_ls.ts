import { FORMATS } from "../../manuals/formats/formats.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { OFFSET_CURSOR } from "./schemas.ts";
import type { ManualSession } from "./session.ts";
import { defineManualTool } from "./manual_tool.ts";
import type { Tool } from "../tool.ts";

const FILE_TYPES = FORMATS.formats.map(({ type }) => type);

const INPUT = {
  type: "object",
  properties: {
    id: {
      type: "string",
      minLength: 1,
      description: "From an earlier list; default: all manuals",
    },
    cursor: OFFSET_CURSOR,
  },
  additionalProperties: false,
} as const satisfies ObjectSchema;

const OUTPUT = {
  type: "object",
  properties: {
    id: { type: "string" },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          kind: { type: "string", enum: ["dir", "file"] },
          path: { type: "string" },
          file_type: { type: "string", enum: FILE_TYPES },
        },
        required: ["id", "name", "kind"],
      },
    },
    next_cursor: {
      type: "object",
      properties: { offset: { type: "integer" } },
      required: ["offset"],
    },
    skipped: {
      type: "array",
      items: {
        type: "object",
        properties: {
          reason: {
            type: "string",
            enum: ["in_root", "other_format", "undecodable"],
          },
          ending: { type: "string" },
          count: { type: "integer" },
        },
        required: ["reason", "ending", "count"],
      },
    },
  },
  required: ["id", "items"],
} as const satisfies ObjectSchema;

/** Makes the tool that lists manuals and their directories. */
export function createManualLs(session: ManualSession): Tool<typeof INPUT> {
  return defineManualTool({
    name: "manual_ls",
    title: "List manuals",
    description:
      "List the local manuals, or one directory of a manual. Call it before the other manual tools.",
    input: INPUT,
    output: OUTPUT,
    run: (args, context) =>
      session.list(context, async () => {
        const { signal } = context;
        return (await session.manuals()).ls(args, { signal });
      }),
  });
}
