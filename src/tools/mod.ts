import type { ToolSet } from "./registry.ts";
import type { Tool, ToolEnvironment, ToolGroup } from "./tool.ts";

const GROUPS: readonly ToolGroup[] = ["answer", "iris", "manual"];

/** Makes the tools that the configuration switches on, in their fixed order. */
export function createToolSet(environment: ToolEnvironment): ToolSet {
  const { config } = environment;
  const made: Readonly<Record<ToolGroup, Tool[]>> = {
    answer: [],
    iris: [],
    manual: [],
  };
  const tools: Tool[] = [];
  const off = new Map<string, string>();
  for (const group of GROUPS) {
    const hint = switchedOff(group, config);
    for (const tool of made[group]) {
      if (hint === undefined) tools.push(tool);
      else off.set(tool.definition.name, hint);
    }
  }
  return { tools, off };
}

/** How to switch a group on, or `undefined` if it is. */
function switchedOff(
  group: ToolGroup,
  { server, manuals }: ToolEnvironment["config"],
): string | undefined {
  if (!server.tools.includes(group)) {
    return `The tool group is switched off: add ${group} to server.tools`;
  }
  if (group === "manual" && manuals.root === null) {
    return "The tool group is switched off: set manuals.root or MANUALS_ROOT to a directory of manuals";
  }
  return undefined;
}
