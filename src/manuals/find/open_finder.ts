import { defaultConfig } from "../../config/draft.ts";
import { runtime as machine } from "../../runtime/deno.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { FormatTable } from "../formats/format.ts";
import { Library } from "../library/library.ts";
import type { ManualLibrary } from "../library/manual_library.ts";
import type { ManualSources } from "../library/manual_roots.ts";
import { openLibrary } from "../open_library.ts";
import type { SearchEngine } from "../search/engine.ts";
import { LanceEngine } from "../search/lance/serve/lance_engine.ts";
import { LanceLibrary } from "../search/lance/serve/lance_library.ts";
import type { EngineSettings } from "../search/lance/serve/lance_store.ts";
import { LocalEngine } from "../search/local/local_engine.ts";
import type {
  EngineRuntime,
  ManualIndexesOptions,
} from "../search/local/manual_indexes.ts";
import { Finder } from "./finder.ts";

/** What an engine is opened with. */
export interface EngineOptions extends ManualIndexesOptions {
  /** Where the manuals are. */
  readonly library: Library;
  /** Files, clock and environment to use. */
  readonly runtime: EngineRuntime;
}

/** Opens an engine, which looks at nothing before its first search. */
export type OpenEngine = (options: EngineOptions) => SearchEngine;

/** Options of {@linkcode openFinder}. */
export interface OpenFinderOptions
  extends Partial<ManualIndexesOptions>, ManualSources {
  /**
   * Files, clock and environment to use.
   * @default {the machine's}
   */
  readonly runtime?: EngineRuntime & Partial<Pick<Runtime, "cwd">>;
  /**
   * What {@linkcode openLibrary} has opened, if others read from it as well.
   * @default {opened with these options}
   */
  readonly library?: ManualLibrary;
  /**
   * Search what was published, instead of files.
   * @default {null}
   */
  readonly engine?: EngineSettings | null;
  /**
   * How files are read.
   * @default {all that {@linkcode FORMATS} lists}
   */
  readonly formats?: FormatTable;
  /**
   * Opens what finds sections.
   * @default {an index in this process}
   */
  readonly openEngine?: OpenEngine;
}

/**
 * Opens the search over manuals, with default settings where none are given;
 * nothing is read before it is needed.
 */
export function openFinder(options: OpenFinderOptions): Finder {
  const { openEngine = openLocalEngine, ...rest } = options;
  const { runtime = machine, settings = defaultConfig().manuals } = rest;
  const { library = openLibrary(options) } = rest;
  const { clock } = runtime;
  if (library instanceof LanceLibrary) {
    const engine = new LanceEngine(library.store, { clock, settings });
    return new Finder({ engine, library, clock, settings });
  }
  if (!(library instanceof Library)) {
    throw new TypeError(
      "Cannot search a library that openLibrary did not open",
    );
  }
  const engine = openEngine({ ...rest, library, runtime, settings });
  return new Finder({ engine, library, clock, settings });
}

function openLocalEngine(options: EngineOptions): SearchEngine {
  return new LocalEngine(options.library, options.runtime, options);
}
