import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { ObjectSchema } from "../../src/schema/schema.ts";
import { describe } from "../../src/schema/validate.ts";
import { createToolSet } from "../../src/tools/mod.ts";
import type { ToolDefinition } from "../../src/tools/tool.ts";
import { code, table } from "./table.ts";

/** The definitions of all tools, those switched off by default included. */
export function allTools(): ToolDefinition[] {
  const config = defaultConfig();
  const { tools } = createToolSet({
    config: {
      ...config,
      server: { ...config.server, tools: ["answer", "iris", "manual"] },
      manuals: { ...config.manuals, root: "." },
    },
    runtime,
    log: createLogger(runtime),
  });
  return tools.map((tool) => tool.definition);
}

/** One line a tool. */
export function toolsTable(): string {
  return table(
    ["Tool", "What for", "Arguments"],
    allTools().map(({ name, description, inputSchema }) => [
      code(name),
      description,
      argumentNames(inputSchema).join(", "),
    ]),
  );
}

/** Each tool with its arguments and its result. */
export function toolsReference(): string {
  return allTools().map((tool) => {
    const { name, description, group, inputSchema, outputSchema } = tool;
    const hints = Object.entries(tool.annotations)
      .map(([hint, value]) => code(`${hint}: ${value}`)).join(", ");
    return [
      `### ${code(name)}`,
      description,
      `Group ${code(group)}. ${hints}`,
      argumentsTable(inputSchema),
      outputSchema ? `Result:\n\n${argumentsTable(outputSchema)}` : "",
    ].filter((part) => part !== "").join("\n\n");
  }).join("\n\n");
}

function argumentNames(schema: ObjectSchema): string[] {
  return Object.keys(schema.properties).map((name) =>
    schema.required?.includes(name) ? `**${name}**` : name
  );
}

function argumentsTable(schema: ObjectSchema): string {
  const rows = Object.entries(schema.properties).map(([name, property]) => [
    code(name) + (schema.required?.includes(name) ? " (required)" : ""),
    describe(property),
    property.description ?? "",
  ]);
  return rows.length > 0
    ? table(["Name", "Is", "Meaning"], rows)
    : "No arguments.";
}
