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
} from "../runtime/runtime.ts";
export type { CursorInput } from "./cursor.ts";
export type { FileProblem, SkippedFile } from "./corpus.ts";
export type { LsItem, LsResult } from "./ls.ts";
export type { FileType } from "./parse_file.ts";
export type {
  LastRead,
  ReadMemory,
  ReadParams,
  ReadResult,
  SectionRef,
} from "./read.ts";
export type { ScanCursor, ScanPage, ScanParams, ScanResult } from "./scan.ts";
export type { TocCursor, TocItem, TocParams, TocResult } from "./toc.ts";
