import { loadManuals } from "../../lazy.ts";
import type { Manuals } from "../../manuals/library/manuals.ts";
import type { LastRead, ReadMemory } from "../../manuals/library/read.ts";
import { type ManualFailure, manualFailure, manualSuccess } from "./outcome.ts";
import { wordError } from "./wording.ts";
import type { ToolEnvironment, ToolOutcome } from "../tool.ts";

/** The engine's module, loaded with the first call. */
type Engine = Awaited<ReturnType<typeof loadManuals>>;

/** Files whose last read is remembered. */
export const MAX_REMEMBERED = 256;

const LS_FIRST: ManualFailure = {
  code: "invalid_parameter",
  message: "Call manual_ls first: it tells the ids of the manuals",
  details: { next_call: { tool: "manual_ls", arguments: {} } },
};

const NO_ROOT: ManualFailure = {
  code: "not_found",
  message: "Cannot find the manuals root: set manuals.root or MANUALS_ROOT",
};

/**
 * What the manual tools of one server share: the engine, whether `manual_ls`
 * was called, and what `manual_read` returned last.
 */
export class ManualSession {
  /** The last read of each file. */
  readonly memory: ReadMemory = new RecentReads();
  readonly #environment: ToolEnvironment;
  readonly #listing = new Set<Promise<ToolOutcome>>();
  #listed = false;
  #engine: Promise<Engine> | undefined;
  #manuals: Manuals | undefined;

  /** Loads nothing yet. */
  constructor(environment: ToolEnvironment) {
    this.#environment = environment;
  }

  /** Runs a call that needs no `manual_ls` before it. */
  async run(
    tool: string,
    work: (manuals: Manuals) => Promise<object>,
  ): Promise<ToolOutcome> {
    this.#engine ??= loadManuals();
    const engine = await this.#engine;
    const { root } = this.#environment.config.manuals;
    if (root === null) return manualFailure(tool, NO_ROOT);
    try {
      return manualSuccess(await work(this.#open(engine, root)));
    } catch (error) {
      if (error instanceof engine.ManualError) {
        return manualFailure(tool, wordError(tool, error));
      }
      throw error;
    }
  }

  /** Runs a `manual_ls`; once one succeeded, the other tools may be used. */
  list(
    tool: string,
    work: (manuals: Manuals) => Promise<object>,
  ): Promise<ToolOutcome> {
    const call = this.run(tool, work);
    this.#listing.add(call);
    const settle = (outcome?: ToolOutcome): void => {
      this.#listing.delete(call);
      if (outcome?.ok) this.#listed = true;
    };
    call.then(settle, () => settle());
    return call;
  }

  /** Runs a call that `manual_ls` must precede; waits for one in flight. */
  async runListed(
    tool: string,
    work: (manuals: Manuals) => Promise<object>,
  ): Promise<ToolOutcome> {
    if (this.#environment.config.manuals.require_ls && !this.#listed) {
      await Promise.allSettled(this.#listing);
      if (!this.#listed) return manualFailure(tool, LS_FIRST);
    }
    return await this.run(tool, work);
  }

  #open(engine: Engine, root: string): Manuals {
    const { config: { manuals: { scan_max_chars } }, runtime } =
      this.#environment;
    return this.#manuals ??= engine.openManuals({
      root,
      runtime,
      scanMaxChars: scan_max_chars,
    });
  }
}

/** A bounded memory: the files read longest ago are forgotten first. */
class RecentReads implements ReadMemory {
  readonly #reads = new Map<string, LastRead>();

  get(file: string): LastRead | undefined {
    return this.#reads.get(file);
  }

  set(file: string, last: LastRead): void {
    this.#reads.delete(file);
    this.#reads.set(file, last);
    if (this.#reads.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#reads.keys()) {
      this.#reads.delete(oldest);
      return;
    }
  }

  delete(file: string): void {
    this.#reads.delete(file);
  }
}
