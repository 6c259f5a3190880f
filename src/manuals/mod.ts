/**
 * Offline retrieval over local manuals: directories of Markdown and JSON files.
 *
 * ```ts ignore
 * import { openManuals } from "@uchimanajet7/openai-responses-mcp/manuals";
 *
 * const manuals = openManuals({ root: "./manuals" });
 * const { items } = await manuals.ls();
 * const page = await manuals.scan({ manual_id: items[0].id, path: "index.md" });
 * ```
 *
 * @module
 */
import { runtime } from "../runtime/deno.ts";
import {
  Manuals,
  type ManualsOptions,
  type ManualsRuntime,
} from "./manuals.ts";

/** Options of {@linkcode openManuals}. */
export interface OpenManualsOptions extends ManualsOptions {
  /**
   * Files and clock to use.
   * @default {the machine's}
   */
  readonly runtime?: ManualsRuntime;
}

/** Opens the manuals below a directory; nothing is read before it is needed. */
export function openManuals(options: OpenManualsOptions): Manuals {
  return new Manuals(options.runtime ?? runtime, options);
}

export {
  Manuals,
  type ManualsOptions,
  type ManualsRuntime,
} from "./manuals.ts";
export { ManualError, type ManualErrorCode } from "./errors.ts";
export type {
  Cancel,
  Clock,
  DirEntry,
  FileKind,
  Files,
  FileStat,
  OpenFile,
} from "../runtime/runtime.ts";
export { openFinder, type OpenFinderOptions } from "./open_finder.ts";
export {
  Finder,
  type FinderOptions,
  type FindOptions,
  type FindResult,
} from "./find/finder.ts";
export type { FinderRuntime } from "./find/manual_indexes.ts";
export type { ManualIndexesOptions } from "./find/manual_indexes.ts";
export type { FindSettings } from "./find/settings.ts";
export type { FindParams } from "./find/find_params.ts";
export { HIT_KINDS, type HitKind } from "./find/hit_kinds.ts";
export { compactHits, type HitsParams, type HitsResult } from "./find/hits.ts";
export { defaultRequiredTerms } from "./find/default_required.ts";
export { completeTrace } from "./find/trace.ts";
export type { Applied, CacheMode, RequiredEffect } from "./find/applied.ts";
export type { DfFiltered } from "./find/df_guard.ts";
export type { Signal } from "./find/candidate.ts";
export type {
  Claim,
  ClaimEdge,
  ClaimEvidence,
  ClaimGraph,
  FacetCoverage,
} from "./find/claim_graph.ts";
export type { Facet } from "./find/facets.ts";
export type { NextAction } from "./find/next_actions.ts";
export type { Summary } from "./find/summary.ts";
export type { CursorInput } from "./cursor.ts";
export type { FileProblem, SkippedFile } from "./corpus.ts";
export type { LsItem, LsResult } from "./ls.ts";
export type { FileType } from "./file_type.ts";
export type {
  LastRead,
  ReadMemory,
  ReadParams,
  ReadResult,
  SectionRef,
} from "./read.ts";
export type { ScanCursor, ScanPage, ScanParams, ScanResult } from "./scan.ts";
export type { TocCursor, TocItem, TocParams, TocResult } from "./toc.ts";
