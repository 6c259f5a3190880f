import { validate } from "../schema/validate.ts";
import type {
  TaskSource,
  Tool,
  ToolContext,
  ToolDefinition,
  ToolOutcome,
} from "./tool.ts";
import { type Leave, Turns } from "./turns.ts";

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

/**
 * How many calls of a group run at once. More of those that search manuals would
 * only hold more results in memory; more of those that ask would use up
 * descriptors.
 */
export const MAX_RUNNING = { searching: 16, others: 64 } as const;

const SEARCHING: ReadonlySet<string> = new Set(["manual", "connector"]);

/** Who would wait behind so many had better come again later. */
export const MAX_WAITING = 64;

/** The tools of a server by name. */
export class ToolRegistry {
  readonly #byName = new Map<string, Tool>();
  readonly #set: ToolSet;
  readonly #turns = new Map<string, Turns>();
  /** Calls that have taken a place, by group. */
  readonly #entered = new Map<string, { taken: number }>();

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

  /** The turns of a group of tools, whoever calls them. */
  turns(group: string): Turns {
    const known = this.#turns.get(group);
    if (known) return known;
    const turns = new Turns(maxRunning(group));
    this.#turns.set(group, turns);
    return turns;
  }

  /**
   * Takes a place among the calls of a tool's group, those that wait included;
   * `undefined` when there is none left.
   */
  enter(name: string): Leave | undefined {
    const group = this.get(name)?.definition.group;
    if (group === undefined) return () => undefined;
    const places = this.#places(group);
    if (places.taken >= maxRunning(group) + MAX_WAITING) return undefined;
    places.taken++;
    return () => void places.taken--;
  }

  #places(group: string): { taken: number } {
    const known = this.#entered.get(group) ?? { taken: 0 };
    this.#entered.set(group, known);
    return known;
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

function maxRunning(group: string): number {
  const { searching, others } = MAX_RUNNING;
  return SEARCHING.has(group) ? searching : others;
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
