import { defaultConfig } from "../../config/draft.ts";
import { runtime as machine } from "../../runtime/deno.ts";
import { Finder, type FinderOptions } from "./finder.ts";
import type { FinderRuntime } from "../search/local/manual_indexes.ts";

/** Options of {@linkcode openFinder}. */
export interface OpenFinderOptions extends Partial<FinderOptions> {
  /** The directory whose sub-directories are the manuals. */
  readonly root: string;
  /**
   * Files, clock and environment to use.
   * @default {the machine's}
   */
  readonly runtime?: FinderRuntime;
}

/**
 * Opens the search over the manuals below a directory, with default settings
 * where none are given; nothing is read before it is needed.
 */
export function openFinder(options: OpenFinderOptions): Finder {
  const { runtime = machine, settings = defaultConfig().manuals } = options;
  return new Finder(runtime, { ...options, settings });
}
