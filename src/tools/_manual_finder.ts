import { loadManuals } from "../lazy.ts";
import type { Finder } from "../manuals/find/finder.ts";
import type { ToolEnvironment } from "./tool.ts";

/** What `manual_find` and `manual_hits` of one server share. */
export class ManualFinder {
  readonly #environment: ToolEnvironment;
  #finder: Promise<Finder> | undefined;

  /** Loads nothing yet. */
  constructor(environment: ToolEnvironment) {
    this.#environment = environment;
  }

  /** The engine, loaded with the first call. */
  get(): Promise<Finder> {
    return this.#finder ??= this.#open();
  }

  /** Stops indexing that no call waits for; a later call begins it again. */
  async rest(): Promise<void> {
    (await this.#finder)?.close();
  }

  async #open(): Promise<Finder> {
    const { config: { manuals }, runtime, log } = this.#environment;
    const { openFinder } = await loadManuals();
    return openFinder({
      // The session has refused the call if there is no root.
      root: manuals.root ?? "",
      settings: manuals,
      cacheDir: manuals.cache_dir,
      runtime,
      warn: log.warn,
    });
  }
}
