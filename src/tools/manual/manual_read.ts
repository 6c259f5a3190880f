import { FORMATS } from "../../manuals/formats/formats.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { list } from "../../text/show.ts";
import {
  FILE_PATH,
  LINE_RANGE,
  MANUAL_ID,
  MAX_CHARS,
  NEXT_OFFSET,
} from "./schemas.ts";
import type { ManualSession } from "./session.ts";
import { defineManualTool } from "./manual_tool.ts";
import type { Tool } from "../tool.ts";

/** Formats whose files are read page by page. */
const WHOLE = list(
  FORMATS.formats.filter(({ hasSections }) => !hasSections)
    .map(({ name }) => name),
  "or",
);

// Parts of a hit's ref, so that it can be passed on as it is.
const IGNORED = { type: "string" } as const;

const INPUT = {
  type: "object",
  properties: {
    ref: {
      type: "object",
      properties: {
        manual_id: MANUAL_ID,
        path: FILE_PATH,
        start_line: {
          type: "integer",
          minimum: 1,
          description: "Line of its heading; default the first",
        },
        target: IGNORED,
        title: IGNORED,
        json_path: IGNORED,
      },
      required: ["manual_id", "path"],
      additionalProperties: false,
      description: "A section, as in hits",
    },
    max_chars: MAX_CHARS,
    scope: { type: "string", enum: ["section"], description: "Obsolete" },
  },
  required: ["ref"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const OUTPUT = {
  type: "object",
  properties: {
    text: { type: "string" },
    truncated: { type: "boolean" },
    applied: {
      type: "object",
      properties: {
        scope: { type: "string", enum: ["section"] },
        max_sections: { type: "null" },
        max_chars: { type: "integer" },
        mode: { type: "string", enum: ["read", "scan_fallback"] },
      },
      required: ["scope", "max_sections", "max_chars", "mode"],
    },
    applied_range: LINE_RANGE,
    next_cursor: NEXT_OFFSET,
    eof: { type: "boolean" },
  },
  required: ["text", "truncated", "applied"],
} as const satisfies ObjectSchema;

/** Makes the tool that reads a section. */
export function createManualRead(session: ManualSession): Tool<typeof INPUT> {
  return defineManualTool({
    name: "manual_read",
    title: "Read a section",
    description:
      `Read one section of a file with its subsections. Repeated at once: the text after it. ${WHOLE}: manual_scan.`,
    input: INPUT,
    output: OUTPUT,
    // The same call again returns the text that follows.
    idempotent: false,
    run: (args, context) =>
      session.read(
        context,
        args,
        async (memory) => (await session.manuals()).read(args, memory),
      ),
  });
}
