import { loadManuals } from "../../lazy.ts";
import type { Manuals } from "../../manuals/library/manuals.ts";
import type { ReadMemory } from "../../manuals/library/read.ts";
import type { Caller } from "../caller.ts";
import type { ToolEnvironment } from "../tool.ts";
import { CallerMemories } from "./caller_memory.ts";
import { ManualRefusal } from "./manual_errors.ts";
import { manualsRoot } from "./manuals_root.ts";

/**
 * What the manual tools of one server share: the manuals, and for each caller
 * whether it has called `manual_ls` and what `manual_read` returned last.
 */
export class ManualSession {
  readonly #environment: ToolEnvironment;
  readonly #memories = new CallerMemories();
  #manuals: Manuals | undefined;

  /** Loads nothing yet. */
  constructor(environment: ToolEnvironment) {
    this.#environment = environment;
  }

  /** Opens the manuals. */
  async manuals(): Promise<Manuals> {
    const { openManuals } = await loadManuals();
    const { config: { manuals }, runtime } = this.#environment;
    return this.#manuals ??= openManuals({
      root: manualsRoot(manuals),
      runtime,
      scanMaxChars: manuals.scan_max_chars,
    });
  }

  /** Runs a `manual_ls`; once one succeeded, the other tools may be used. */
  list<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const listing = work();
    this.#memories.of(caller)?.note(listing);
    return listing;
  }

  /** Throws for a call that `manual_ls` must precede; waits for one in flight. */
  async afterList(caller: Caller): Promise<void> {
    if (!this.#environment.config.manuals.require_ls) return;
    const memory = this.#memories.of(caller);
    if (!memory || await memory.hasListed()) return;
    throw new ManualRefusal({
      code: "invalid_parameter",
      message: "Call manual_ls first: it tells the ids of the manuals",
      details: { next_call: { tool: "manual_ls", arguments: {} } },
    });
  }

  /** The last read of each file; none for a caller whose calls stand alone. */
  reads(caller: Caller): ReadMemory | undefined {
    return this.#memories.of(caller)?.reads;
  }
}
