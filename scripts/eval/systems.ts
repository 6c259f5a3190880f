import { defaultConfig } from "../../src/config/draft.ts";
import type { Finder } from "../../src/manuals/find/finder.ts";
import { openFinder } from "../../src/manuals/find/open_finder.ts";
import { defaultRequiredTerms } from "../../src/manuals/search/default_required.ts";
import { Library } from "../../src/manuals/library/library.ts";
import { publish } from "../../src/manuals/search/lance/publish/publish.ts";
import type { FindSettings } from "../../src/manuals/search/settings.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { lanceParts } from "../../tests/kit/lance_parts.ts";

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

/** A finder over the manuals of a root, which looks for changes once. */
export function openEvalFinder(root: string, settings: FindSettings): Finder {
  return openFinder({
    runtime,
    root,
    settings: { ...settings, refresh_ms: 3_600_000 },
  });
}

/** Our engine on the public path: find, then page through the candidates. */
export function openOurs(
  name: string,
  root: string,
  settings: FindSettings,
  required: RequiredRule = defaultRequiredTerms,
): System {
  return systemOf(name, openEvalFinder(root, settings), required);
}

/** The engine over published manuals, on the same path. */
export async function openShared(
  name: string,
  root: string,
  settings: FindSettings,
  required: RequiredRule = defaultRequiredTerms,
): Promise<System> {
  const { packageDir: package_dir } = await lanceParts();
  const uri = await Deno.makeTempDir();
  await publish({
    library: new Library(runtime.files, { root }),
    settings: { uri, package_dir },
    runtime,
    maxFileBytes: defaultConfig().manuals.max_file_bytes,
  });
  const engine = { kind: "lancedb", uri, package_dir } as const;
  const finder = openFinder({ runtime, engine, settings });
  const system = systemOf(name, finder, required);
  return {
    ...system,
    close() {
      system.close?.();
      Deno.removeSync(uri, { recursive: true });
    },
  };
}

function systemOf(
  name: string,
  finder: Finder,
  required: RequiredRule,
): System {
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
