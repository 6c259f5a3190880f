import { defaultConfig } from "../../src/config/draft.ts";
import { openFinder } from "../../src/manuals/find/open_finder.ts";
import { defaultRequiredTerms } from "../../src/manuals/find/default_required.ts";
import type { FindSettings } from "../../src/manuals/search/settings.ts";
import { runtime } from "../../src/runtime/deno.ts";

/** Something that ranks documents. */
export interface System {
  readonly name: string;
  /** Distinct paths, best first. */
  rank(query: string): string[] | Promise<string[]>;
  close?(): void;
}

/** Picks the required terms of a query. */
export type RequiredRule = (query: string) => string[];

/** The default settings of a search. */
export function defaultSettings(): FindSettings {
  return defaultConfig().manuals;
}

/** Our engine on the public path: find, then page through the candidates. */
export function openOurs(
  name: string,
  root: string,
  settings: FindSettings,
  required: RequiredRule = defaultRequiredTerms,
): System {
  const finder = openFinder({
    runtime,
    root,
    settings: { ...settings, refresh_ms: 3_600_000 },
  });
  return {
    name,
    async rank(query) {
      const { trace_id } = await finder.find({
        query,
        manual_id: "manual",
        required_terms: required(query),
        use_cache: false,
      });
      const { items } = finder.hits({ trace_id, kind: "candidates" });
      return [...new Set(items.map(({ ref }) => ref.path))];
    },
    close: () => finder.close(),
  };
}
