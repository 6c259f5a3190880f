import { loadManuals, loadResponsesClient } from "../lazy.ts";
import { createManualFinder } from "./manual/finder.ts";
import { createAnswerTools } from "./answer/answer.ts";
import { createIrisTools } from "./iris/iris.ts";
import { createManualTools } from "./manual/manual_tools.ts";
import type { ToolSet } from "./registry.ts";
import type { Tool, ToolEnvironment } from "./tool.ts";

const NO_ROOT = "set manuals.root or MANUALS_ROOT to a directory of manuals";

/** Makes the tools that the configuration switches on, in their fixed order. */
export function createToolSet(environment: ToolEnvironment): ToolSet {
  const { config, runtime, log } = environment;
  const finder = createManualFinder(environment);
  const all = [
    ...createAnswerTools(environment),
    ...createIrisTools(environment),
    ...createManualTools(environment, finder),
  ];
  const tools: Tool[] = [];
  const off = new Map<string, string>();
  for (const tool of all) {
    const hint = switchedOff(tool.definition.group, environment);
    if (hint === undefined) tools.push(tool);
    else off.set(tool.definition.name, hint);
  }
  if (tools.length === 0) log.warn(`no tools to offer: ${whyNone(config)}`);
  const rest = (): Promise<void> => finder.rest();
  const has = (group: string): boolean =>
    tools.some(({ definition }) => definition.group === group);
  const asks = has("answer") || has("iris");
  // What loads now cannot fail later, when descriptors or files are missing.
  const warming: (() => Promise<void>)[] = [];
  if (has("manual")) warming.push(warmManuals);
  // The SDK takes longer to load than to answer; without a key, why load it.
  if (asks && runtime.env(config.openai.api_key_env)) warming.push(warmClient);
  if (warming.length === 0) return { tools, off, rest };
  const warm = async (): Promise<void> => {
    await Promise.all(warming.map((each) => each()));
  };
  return { tools, off, rest, warm };
}

async function warmManuals(): Promise<void> {
  await loadManuals();
}

async function warmClient(): Promise<void> {
  const client = await loadResponsesClient();
  await client.warm();
}

/** A client shows no more than an empty list. */
function whyNone({ server }: ToolEnvironment["config"]): string {
  return server.tools.length === 0 ? "server.tools is empty" : NO_ROOT;
}

/** How to switch a group on, or `undefined` if it is. */
function switchedOff(
  group: string,
  { config: { server, manuals } }: ToolEnvironment,
): string | undefined {
  const groups: readonly string[] = server.tools;
  if (!groups.includes(group)) {
    return `The tool group is switched off: add ${group} to server.tools`;
  }
  if (group === "manual" && manuals.root === null) {
    return `The tool group is switched off: ${NO_ROOT}`;
  }
  return undefined;
}
