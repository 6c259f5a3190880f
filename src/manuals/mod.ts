/**
 * Offline retrieval over local manuals: directories of files in the formats that
 * {@linkcode FORMATS} lists, Markdown first.
 *
 * @example Find a section and read it
 * ```ts
 * import {
 *   openFinder,
 *   openManuals,
 * } from "@uchimanajet7/openai-responses-mcp/manuals";
 * import assert from "node:assert/strict";
 *
 * const root = await Deno.makeTempDir();
 * await Deno.mkdir(`${root}/guide`);
 * const text = "# Backups\n\nDaily.\n\n## Restoring\n\nCall `restore`.\n";
 * await Deno.writeTextFile(`${root}/guide/backup.md`, text);
 *
 * const finder = openFinder({ root });
 * const { trace_id } = await finder.find({
 *   manual_id: "guide",
 *   query: "how do I restore a backup",
 *   required_terms: ["restore"],
 * });
 * const [best] = finder.hits({ trace_id, kind: "integrated_top" }).items;
 * assert.equal(best?.title, "Backups › Restoring");
 *
 * const section = await openManuals({ root }).read({ ref: best.ref });
 * assert.match(section.text, /Call `restore`/);
 * await Deno.remove(root, { recursive: true });
 * ```
 *
 * @module
 */
import { runtime } from "../runtime/deno.ts";
import { Manuals, type ManualsOptions } from "./library/manuals.ts";
import { openLibrary, type OpenLibraryOptions } from "./open_library.ts";

/** Options of {@linkcode openManuals}. */
export interface OpenManualsOptions
  extends Pick<ManualsOptions, "scanMaxChars">, OpenLibraryOptions {}

/** Opens manuals; nothing is read before it is needed. */
export function openManuals(options: OpenManualsOptions): Manuals {
  const { clock } = { ...runtime, ...options.runtime };
  return new Manuals(openLibrary(options), { ...options, clock });
}

export { openLibrary, type OpenLibraryOptions } from "./open_library.ts";
export {
  type Cancellable,
  Manuals,
  type ManualsOptions,
} from "./library/manuals.ts";
export type {
  LibraryDirectory,
  LibraryEntry,
  LibraryFiles,
  ManualFile,
  ManualInfo,
  ManualLibrary,
} from "./library/manual_library.ts";
export type { Library } from "./library/library.ts";
export type { ManualSources } from "./library/manual_roots.ts";
export type { EngineSettings } from "./search/lance/serve/lance_store.ts";
export type { StoreSettings } from "./search/lance/lancedb.ts";
export { type Format, FormatTable } from "./formats/format.ts";
export { FORMATS } from "./formats/formats.ts";
export type { Link, ParsedFile, Section } from "./formats/section.ts";
export { ManualError } from "./errors.ts";
export type * from "./problem.ts";
export type {
  Cancel,
  Clock,
  DirEntry,
  FileKind,
  Files,
  FileStat,
  OpenFile,
} from "../runtime/runtime.ts";
export {
  type EngineOptions,
  type OpenEngine,
  openFinder,
  type OpenFinderOptions,
} from "./find/open_finder.ts";
export {
  Finder,
  type FinderOptions,
  type FindOptions,
  type FindResult,
  type TraceOwner,
} from "./find/finder.ts";
export type {
  GateRun,
  RequiredCounts,
  SearchedAs,
  SearchEngine,
  SearchOptions,
  SearchQuestion,
  SearchResult,
  TermCount,
  UnscannedFile,
} from "./search/engine.ts";
export type {
  Hit,
  Matched,
  Ranks,
  ScoreParts,
  Seat,
  Signal,
} from "./search/hit.ts";
export type { FindSettings } from "./search/settings.ts";
export type {
  EngineRuntime,
  ManualIndexesOptions,
} from "./search/local/manual_indexes.ts";
export type { FindBudget, FindParams } from "./find/find_params.ts";
export { type FindRequest, findRequest } from "./find/find_request.ts";
export type {
  FusionDebug,
  GateRunItem,
  HitItem,
  HitItems,
  HitRef,
  RankExplain,
  TopHitItem,
  UnscannedItem,
} from "./find/hit_items.ts";
export { HIT_KINDS, type HitKind } from "./find/hit_kinds.ts";
export type { HitsParams, HitsResult } from "./find/hits.ts";
export { defaultRequiredTerms } from "./search/default_required.ts";
export { completeTrace } from "./find/trace.ts";
export type {
  Applied,
  CacheMode,
  DfFiltered,
  RequiredEffect,
} from "./find/applied.ts";
export type {
  Claim,
  ClaimEdge,
  ClaimEvidence,
  ClaimGraph,
  FacetCoverage,
} from "./find/claim_graph.ts";
export type { Facet } from "./find/facets.ts";
export type { NextAction } from "./find/next_actions.ts";
export type { Gap, Summary } from "./find/summary.ts";
export type { CursorInput } from "./library/arguments.ts";
export type {
  FileProblem,
  SkippedFile,
  WalkOptions,
} from "./library/corpus.ts";
export type { LsCursor, LsItem, LsParams, LsResult } from "./library/ls.ts";
export type { SkippedCount, SkipReason } from "./library/skipped_documents.ts";
export type {
  LastRead,
  ReadMemory,
  ReadParams,
  ReadResult,
  SectionRef,
} from "./library/read.ts";
export type { WholeSection } from "./library/whole_section.ts";
export type {
  ScanCursor,
  ScanPage,
  ScanParams,
  ScanResult,
} from "./library/scan.ts";
export type {
  TocCursor,
  TocItem,
  TocParams,
  TocResult,
} from "./library/toc.ts";
