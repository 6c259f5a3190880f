import { ManualError } from "../../manuals/errors.ts";
import { problemText } from "../../manuals/problem_text.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { show } from "../../text/show.ts";
import { ManualRefusal } from "../manual/manual_errors.ts";
import { defineManualTool } from "../manual/manual_tool.ts";
import type { ManualSession } from "../manual/session.ts";
import type { Tool } from "../tool.ts";
import { readSectionUrl, sectionUrl } from "./section_url.ts";

const INPUT = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 1, description: "An id from search" },
  },
  required: ["id"],
  additionalProperties: false,
} as const satisfies ObjectSchema;

const OUTPUT = {
  type: "object",
  properties: {
    id: { type: "string" },
    title: { type: "string" },
    text: { type: "string" },
    url: { type: "string" },
    metadata: {
      type: "object",
      properties: {
        manual_id: { type: "string" },
        path: { type: "string" },
        start_line: { type: "integer" },
        file_type: { type: "string" },
        truncated: { type: "boolean" },
      },
      required: ["manual_id", "path", "start_line", "file_type", "truncated"],
    },
  },
  required: ["id", "title", "text", "url", "metadata"],
} as const satisfies ObjectSchema;

/** Makes the tool that reads what `search` found. */
export function createFetch(session: ManualSession): Tool<typeof INPUT> {
  return defineManualTool({
    name: "fetch",
    title: "Read from the local manuals",
    description:
      "Read a section of the local manuals that search found, with its subsections.",
    group: "connector",
    input: INPUT,
    output: OUTPUT,
    async run({ id }) {
      const ref = readSectionUrl(id);
      if (!ref) {
        throw new ManualRefusal({
          code: "invalid_parameter",
          message: `Cannot use id ${show(id)}: take one from search as it is`,
          details: { parameter: "id" },
        });
      }
      const manuals = await session.manuals();
      const { title, text, ...metadata } = await manuals.section(ref)
        .catch(searchAgain);
      const { manual_id } = ref;
      const url = sectionUrl(manual_id, metadata.path, metadata.start_line);
      return { id, title, text, url, metadata: { manual_id, ...metadata } };
    },
  });
}

/** What an id names may have gone since, or never have been. */
function searchAgain(error: unknown): never {
  if (!(error instanceof ManualError)) throw error;
  throw new ManualRefusal({
    code: error.code,
    message: `${problemText(error.problem)}; search again for ids that exist`,
    details: { next_call: { tool: "search" } },
  });
}
