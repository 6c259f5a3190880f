import type { ToolRegistry } from "../tools/registry.ts";
import { CACHE, type Era } from "./eras.ts";
import type { ListedTool, ListToolsResult } from "./protocol.ts";

/** Answers `tools/list`: all tools on one page. */
export function listTools(registry: ToolRegistry, era: Era): ListToolsResult {
  const tools = registry.definitions.map((definition): ListedTool => ({
    name: definition.name,
    title: definition.title,
    description: definition.description,
    inputSchema: definition.inputSchema,
    ...definition.outputSchema && { outputSchema: definition.outputSchema },
    annotations: definition.annotations,
  }));
  return era === "modern" ? { tools, ...CACHE } : { tools };
}
