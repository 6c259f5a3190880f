/**
 * Offline retrieval over local manuals: directories of Markdown and JSON files.
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
 * assert.equal(best?.title, "Restoring");
 *
 * const section = await openManuals({ root }).read({ ref: best.ref });
 * assert.match(section.text, /Call `restore`/);
 * await Deno.remove(root, { recursive: true });
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
export type {
  Hit,
  HitItems,
  TopHit,
  UnscannedHit,
} from "./find/report/hit_items.ts";
export { HIT_KINDS, type HitKind } from "./find/report/hit_kinds.ts";
export {
  compactHits,
  type HitsParams,
  type HitsResult,
} from "./find/report/hits.ts";
export { defaultRequiredTerms } from "./find/query/default_required.ts";
export { completeTrace } from "./find/report/trace.ts";
export type {
  Applied,
  CacheMode,
  RequiredEffect,
} from "./find/report/applied.ts";
export type { DfFiltered } from "./find/rank/df_guard.ts";
export type { ScoreParts, Signal } from "./find/rank/candidate.ts";
export type {
  Claim,
  ClaimEdge,
  ClaimEvidence,
  ClaimGraph,
  FacetCoverage,
} from "./find/report/claim_graph.ts";
export type { Facet } from "./find/report/facets.ts";
export type { NextAction } from "./find/report/next_actions.ts";
export type { FusionDebug } from "./find/report/fusion_debug.ts";
export type { GateRun } from "./find/rank/gates.ts";
export type { Gap, Summary } from "./find/report/summary.ts";
export type { HitScore, SectionPlace } from "./find/report/trace_candidate.ts";
export type { UnscannedFile } from "./index/index_snapshot.ts";
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
