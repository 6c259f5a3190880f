import { validate } from "../schema/validate.ts";
import type { TaskSource } from "./task.ts";
import type { Tool, ToolContext, ToolDefinition, ToolOutcome } from "./tool.ts";

/** The tools of a server, and what to say of those that are switched off. */
export interface ToolSet {
  /** In the order in which `tools/list` gives them. */
  readonly tools: readonly Tool[];
  /** Tools that exist but are not offered: their names and why. */
  readonly off?: ReadonlyMap<string, string>;
  /** Where work that goes on after its call can be asked after. */
  readonly tasks?: TaskSource;
  /** Loads what the first call will need; called once, when idle. */
  warm?(): Promise<void>;
  /** Stops work that no call waits for; a later call may start it again. */
  rest?(): Promise<void>;
}

/** The tools of a server by name. */
export class ToolRegistry {
  readonly #byName = new Map<string, Tool>();
  readonly #set: ToolSet;

  /** Refuses two tools of one name. */
  constructor(set: ToolSet) {
    this.#set = set;
    for (const tool of set.tools) {
      const { name } = tool.definition;
      if (this.#byName.has(name)) {
        throw new TypeError(`Cannot register tool "${name}" twice`);
      }
      this.#byName.set(name, tool);
    }
  }

  /** What `tools/list` tells, in order. */
  get definitions(): ToolDefinition[] {
    return this.#set.tools.map((tool) => tool.definition);
  }

  /** The tool of that name, own names only. */
  get(name: string): Tool | undefined {
    return this.#byName.get(name);
  }

  /** How to switch on a tool that exists but is not offered. */
  hint(name: string): string | undefined {
    return this.#set.off?.get(name);
  }

  /** Where work that goes on after its call can be asked after. */
  get tasks(): TaskSource | undefined {
    return this.#set.tasks;
  }

  /** Tells whether there is anything to load ahead. */
  get warms(): boolean {
    return this.#set.warm !== undefined;
  }

  /** Loads what the first call will need. */
  async warm(): Promise<void> {
    await this.#set.warm?.();
  }

  /** Stops work that no call waits for. */
  async rest(): Promise<void> {
    await this.#set.rest?.();
  }
}

/** Runs a tool with arguments as a client sent them: the one check is here. */
export async function runTool(
  tool: Tool,
  args: unknown,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { inputSchema, integerStrings = false } = tool.definition;
  const checked = validate<Record<string, unknown>>(inputSchema, args, {
    integerStrings,
  });
  if (!checked.ok) return tool.reject(checked.issues);
  return await tool.call(checked.value, context);
}
