import { loadManuals } from "../../lazy.ts";
import type { Finder } from "../../manuals/find/finder.ts";
import { manualSources } from "./manual_sources.ts";
import { SharedEngine } from "./shared_engine.ts";
import type { ToolEnvironment } from "../tool.ts";

/** What `manual_find` and `manual_hits` of one server share. */
export type ManualFinder = SharedEngine<Finder>;

/** Makes it; its modules load with the first call. */
export function createManualFinder(
  { config: { manuals }, runtime, log, openEngine }: ToolEnvironment,
): ManualFinder {
  return new SharedEngine(async () => {
    const { openFinder } = await loadManuals();
    return openFinder({
      ...manualSources(manuals),
      settings: manuals,
      cacheDir: manuals.cache_dir,
      runtime,
      warn: log.warn,
      ...openEngine && { openEngine },
    });
  });
}
