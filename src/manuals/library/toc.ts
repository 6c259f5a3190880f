import { integer } from "./_params.ts";
import {
  type Corpus,
  type CorpusFile,
  type FileProblem,
  type FileText,
  readFileText,
  type SkippedFile,
  walkManual,
  type WalkOptions,
  yieldToOthers,
} from "./corpus.ts";
import { type CursorInput, readCursor } from "./cursor.ts";
import { ManualError } from "../errors.ts";
import { fileTypeOf } from "../formats/file_type.ts";
import type { Library } from "./library.ts";
import { checkPath, missing, toManualError } from "./path_guard.ts";
import { parseFile } from "../formats/parse_file.ts";

/** Where a table of contents goes on. */
export interface TocCursor {
  /** How many files were listed before. */
  readonly offset?: number | null;
}

/** What a table of contents is asked for. */
export interface TocParams {
  /** The manual's id. */
  readonly manual_id: string;
  /** A directory or file of the manual, by whole path segments. */
  readonly path_prefix?: string | null;
  /** Files a page: up to 200, or 50 for a deep table or a whole manual. */
  readonly max_files?: number | null;
  /** `next_cursor` of the page before, or its offset. */
  readonly cursor?: CursorInput<TocCursor>;
  /** `deep` adds headings. */
  readonly depth?: "shallow" | "deep" | null;
  /** Headings a file, up to 200. */
  readonly max_headings_per_file?: number | null;
}

/** A file and, in a deep table, its sections. */
export interface TocItem {
  /** Relative to the manual. */
  readonly path: string;
  /** The sections in order, a preamble included. */
  readonly headings: readonly {
    readonly title: string;
    readonly line_start: number;
  }[];
  /** Why there are no headings. */
  readonly problem?: FileProblem;
}

/** A page of a table of contents. */
export interface TocResult {
  /** What was asked for, defaults filled in. */
  readonly applied: {
    readonly manual_id: string;
    readonly path_prefix: string;
    readonly depth: "shallow" | "deep";
    readonly max_files: number;
    readonly include_headings: boolean;
    readonly max_headings_per_file: number;
    readonly offset: number;
  };
  /** Files on all pages. */
  readonly total_files: number;
  /** `null` on the last page. */
  readonly next_cursor: { readonly offset: number | null };
  /** The files of this page, sorted by path. */
  readonly items: readonly TocItem[];
  /** Directories and files that could not be looked at. */
  readonly skipped?: readonly SkippedFile[];
}

/** Of the files of a page, and of the headings of a file. */
export const HARD_LIMIT = 200;
const NARROW_LIMIT = 50;
// About as much text as is read in a slice of time.
const SLICE_CHARS = 1_000_000;

/** Lists the files of a manual, and their sections when asked to. */
export async function toc(
  library: Library,
  params: TocParams,
  options: WalkOptions = {},
): Promise<TocResult> {
  const applied = readParams(params);
  const { manual_id, depth, max_files, max_headings_per_file, offset } =
    applied;
  const { files, skipped } = await findFiles(library, applied, options);
  if (files.length > HARD_LIMIT) throw tooMany(files, applied.path_prefix);
  const page = files.slice(offset, offset + max_files);
  const end = offset + page.length;
  const items: TocItem[] = [];
  let sliceLeft = SLICE_CHARS;
  for (const { path } of page) {
    if (depth === "shallow") {
      items.push({ path, headings: [] });
      continue;
    }
    const read = readText(library, manual_id, path);
    items.push(withHeadings(path, read, max_headings_per_file));
    sliceLeft -= "text" in read ? read.text.length : 0;
    if (sliceLeft > 0) continue;
    sliceLeft = SLICE_CHARS;
    await yieldToOthers(options);
  }
  return {
    applied,
    total_files: files.length,
    next_cursor: { offset: end < files.length ? end : null },
    items,
    ...(skipped.length > 0 ? { skipped } : {}),
  };
}

async function findFiles(
  library: Library,
  { manual_id, path_prefix: prefix }: TocResult["applied"],
  options: WalkOptions,
): Promise<Pick<Corpus, "files" | "skipped">> {
  const { place, stat } = library.resolve(manual_id, prefix);
  if (stat.kind === "file") {
    if (!fileTypeOf(prefix)) throw missing(prefix);
    return { files: [{ ...stat, path: prefix }], skipped: [] };
  }
  const below = <T extends { path: string }>(entry: T): T =>
    prefix === "" ? entry : { ...entry, path: `${prefix}/${entry.path}` };
  try {
    const found = await walkManual(library.files, place, options);
    return { files: found.files.map(below), skipped: found.skipped.map(below) };
  } catch (error) {
    throw toManualError(error, prefix || manual_id);
  }
}

function readParams(params: TocParams): TocResult["applied"] {
  const depth = params.depth ?? "shallow";
  const prefix = checkPath(params.path_prefix ?? "");
  if (depth !== "shallow" && depth !== "deep") {
    throw new ManualError({
      kind: "choice",
      parameter: "depth",
      value: depth,
      choices: ["shallow", "deep"],
    });
  }
  if (depth === "deep" && prefix === "") {
    throw new ManualError({ kind: "deepManual", parameter: "path" });
  }
  const narrow = depth === "deep" || prefix === "";
  const cursor = readCursor<TocCursor>(params.cursor, "offset");
  const limits = { fallback: 20, min: 1, max: HARD_LIMIT };
  return {
    manual_id: params.manual_id,
    path_prefix: prefix,
    depth,
    max_files: integer(params.max_files, "maxFiles", {
      ...limits,
      max: narrow ? NARROW_LIMIT : HARD_LIMIT,
    }),
    include_headings: depth === "deep",
    max_headings_per_file: integer(
      params.max_headings_per_file,
      "maxHeadings",
      limits,
    ),
    offset: integer(cursor.offset, "cursorOffset", { min: 0, fallback: 0 }),
  };
}

function withHeadings(path: string, read: FileText, limit: number): TocItem {
  if (!("text" in read)) return { path, headings: [], problem: read.problem };
  const headings = parseFile(path, read.text).sections.slice(0, limit)
    .map(({ title, lineStart }) => ({ title, line_start: lineStart }));
  return { path, headings };
}

/** Through the guard, before and after: it may become a link at any time. */
function readText(library: Library, manualId: string, path: string): FileText {
  try {
    const { place } = library.resolve(manualId, path);
    const read = readFileText(library.files, place);
    library.resolve(manualId, path);
    return read;
  } catch (error) {
    if (!(error instanceof ManualError)) throw error;
    return { problem: error.code === "not_found" ? "vanished" : "unreadable" };
  }
}

function tooMany(files: readonly CorpusFile[], prefix: string): ManualError {
  const counts = new Map<string, number>();
  const from = prefix === "" ? 0 : prefix.length + 1;
  for (const { path } of files) {
    const slash = path.indexOf("/", from);
    if (slash < 0) continue;
    const dir = path.slice(0, slash);
    counts.set(dir, (counts.get(dir) ?? 0) + 1);
  }
  const directories = Array.from(counts, ([path, count]) => ({
    path,
    files: count,
  })).slice(0, HARD_LIMIT);
  return new ManualError({
    kind: "tooManyFiles",
    total: files.length,
    limit: HARD_LIMIT,
    directories,
  });
}
