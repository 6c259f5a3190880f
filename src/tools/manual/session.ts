import { loadManuals } from "../../lazy.ts";
import type { Config } from "../../config/schema.ts";
import { hasManuals } from "../../config/sections/manuals.ts";
import type { Finder } from "../../manuals/find/finder.ts";
import type { ManualLibrary } from "../../manuals/library/manual_library.ts";
import type { ManualSources } from "../../manuals/library/manual_roots.ts";
import type { Manuals } from "../../manuals/library/manuals.ts";
import type { ReadMemory } from "../../manuals/library/read.ts";
import type { ToolContext, ToolEnvironment } from "../tool.ts";
import { CallerMemories } from "./caller_memory.ts";
import { ManualRefusal } from "./manual_errors.ts";
import { SealedTraces } from "./sealed_traces.ts";
import { SharedEngine } from "./shared_engine.ts";

/** Who calls, and whether its calls belong together. */
export type CallContext = Pick<ToolContext, "caller" | "stateless">;

/**
 * What the manual tools of one server share: the manuals, what searches them,
 * and for each caller whether it has called `manual_ls` and what its last call
 * was.
 */
export class ManualSession {
  /** Finds sections; its modules load with the first search. */
  readonly finder: SharedEngine<Finder>;
  /** The ids of searches, as callers get them. */
  readonly traces: SealedTraces;
  readonly #environment: ToolEnvironment;
  readonly #memories = new CallerMemories();
  #library: ManualLibrary | undefined;
  #manuals: Manuals | undefined;

  /** Loads nothing yet. */
  constructor(environment: ToolEnvironment) {
    this.#environment = environment;
    this.finder = new SharedEngine(() => this.#openFinder());
    this.traces = new SealedTraces(environment);
  }

  /** Opens the manuals. */
  async manuals(): Promise<Manuals> {
    const { Manuals } = await loadManuals();
    const { config: { manuals }, runtime: { clock } } = this.#environment;
    const { scan_max_chars: scanMaxChars } = manuals;
    const library = await this.#openLibrary();
    return this.#manuals ??= new Manuals(library, { clock, scanMaxChars });
  }

  async #openFinder(): Promise<Finder> {
    const { openFinder } = await loadManuals();
    const { config: { manuals }, runtime, log } = this.#environment;
    const { openEngine } = this.#environment;
    return openFinder({
      library: await this.#openLibrary(),
      settings: manuals,
      cacheDir: manuals.cache_dir,
      runtime,
      warn: log.warn,
      ...openEngine && { openEngine },
    });
  }

  /** One for reading and searching, so that a hit can be read as it was found. */
  async #openLibrary(): Promise<ManualLibrary> {
    const { openLibrary } = await loadManuals();
    const { config: { manuals }, runtime, log: { warn } } = this.#environment;
    const sources = sourcesIn(manuals);
    return this.#library ??= openLibrary({ ...sources, runtime, warn });
  }

  /** Runs a `manual_ls`; once one succeeded, the other tools may be used. */
  list<T>(context: CallContext, work: () => Promise<T>): Promise<T> {
    const listing = this.anytime(context, work);
    this.#memories.of(context.caller)?.note(listing);
    return listing;
  }

  /** Runs a call that needs no `manual_ls` before it. */
  anytime<T>({ caller }: CallContext, work: () => Promise<T>): Promise<T> {
    return this.#memories.of(caller)?.run(undefined, work) ?? work();
  }

  /** Runs any other call, once `manual_ls` has been called if it must be. */
  run<T>(context: CallContext, work: () => Promise<T>): Promise<T> {
    return this.#run(context, undefined, work);
  }

  /** Runs a `manual_read`, which may go on from the same one before it. */
  read<T>(
    context: CallContext,
    args: object,
    work: (memory: ReadMemory | undefined) => Promise<T>,
  ): Promise<T> {
    return this.#run(context, JSON.stringify(args), work);
  }

  async #run<T>(
    context: CallContext,
    reads: string | undefined,
    work: (memory: ReadMemory | undefined) => Promise<T>,
  ): Promise<T> {
    const memory = this.#memories.of(context.caller);
    if (!memory) return await work(undefined);
    return await memory.run(reads, async (last) => {
      await this.#afterList(context);
      return await work(last);
    });
  }

  /** Throws for a call that `manual_ls` must precede; waits for one in flight. */
  async #afterList({ caller, stateless }: CallContext): Promise<void> {
    if (stateless || !this.#environment.config.manuals.require_ls) return;
    if (await this.#memories.of(caller)?.hasListed()) return;
    throw new ManualRefusal({
      code: "invalid_parameter",
      message:
        "Call manual_ls first: it tells the ids of the manuals; manuals.require_ls: false lifts this rule",
      details: { next_call: { tool: "manual_ls", arguments: {} } },
    });
  }
}

/** Where the manuals are, or an error that says how to tell. */
function sourcesIn(
  manuals: Config["manuals"],
): ManualSources & Pick<Config["manuals"], "engine"> {
  const { root, paths, engine } = manuals;
  if (hasManuals(manuals)) return { root, paths, engine };
  throw new ManualRefusal({
    code: "not_found",
    message:
      "Cannot find any manuals: set manuals.root or MANUALS_ROOT, manuals.paths, or manuals.engine",
  });
}
