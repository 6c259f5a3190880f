import { loadManuals, loadResponsesClient } from "../lazy.ts";
import { createAnswerTools } from "./answer/answer.ts";
import { createAnswerTasks, whyNoResults } from "./answer/answer_result.ts";
import { lazyClient } from "./answer/ask.ts";
import { createIrisTools } from "./iris/iris.ts";
import { createManualTools } from "./manual/manual_tools.ts";
import { ManualSession } from "./manual/session.ts";
import { hasManuals } from "../config/sections/manuals.ts";
import { createFetch } from "./search/fetch.ts";
import { createSearch } from "./search/search.ts";
import type { ToolSet } from "./registry.ts";
import type { Tool, ToolDefinition, ToolEnvironment } from "./tool.ts";

/** The tool that is of use only where answers run in the background. */
const RESULT = "answer_result";

const NO_MANUALS =
  "set manuals.root or MANUALS_ROOT to a directory of manuals, or name some in manuals.paths";

/** Makes the tools that the configuration switches on, in their fixed order. */
export function createToolSet(environment: ToolEnvironment): ToolSet {
  const { config, runtime, log } = environment;
  const ask = lazyClient(environment);
  const session = new ManualSession(environment);
  const all = [
    ...createAnswerTools(environment, ask),
    ...createIrisTools(environment, ask),
    ...createManualTools(session),
    createSearch(session),
    createFetch(session),
  ];
  const tools: Tool[] = [];
  const off = new Map<string, string>();
  for (const tool of all) {
    const hint = switchedOff(tool.definition, environment);
    if (hint === undefined) tools.push(tool);
    else off.set(tool.definition.name, hint);
  }
  if (tools.length === 0) log.warn(`no tools to offer: ${whyNone(config)}`);
  const rest = (): Promise<void> => session.finder.rest();
  const has = (group: string): boolean =>
    tools.some(({ definition }) => definition.group === group);
  const asks = has("answer") || has("iris");
  // What loads now cannot fail later, when descriptors or files are missing.
  const warming: (() => Promise<void>)[] = [];
  if (has("manual") || has("connector")) warming.push(warmManuals);
  // The SDK takes longer to load than to answer; without a key, why load it.
  if (asks && runtime.env(config.openai.api_key_env)) warming.push(warmClient);
  const warm = async (): Promise<void> => {
    await Promise.all(warming.map((each) => each()));
  };
  const hasTasks = tools.some(({ definition }) => definition.name === RESULT);
  return {
    tools,
    off,
    rest,
    ...warming.length > 0 && { warm },
    ...hasTasks && { tasks: createAnswerTasks(environment, ask) },
  };
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
  return server.tools.length === 0 ? "server.tools is empty" : NO_MANUALS;
}

/** How to switch a tool on, or `undefined` if it is. */
function switchedOff(
  { name, group }: ToolDefinition,
  environment: ToolEnvironment,
): string | undefined {
  const { server, manuals } = environment.config;
  const groups: readonly string[] = server.tools;
  if (!groups.includes(group)) {
    return `The tool group is switched off: add ${group} to server.tools`;
  }
  const searches = group === "manual" || group === "connector";
  if (searches && !hasManuals(manuals)) {
    return `The tool group is switched off: ${NO_MANUALS}`;
  }
  return name === RESULT ? whyNoResults(environment) : undefined;
}
