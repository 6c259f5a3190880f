import {
  type CursorInput,
  integer,
  MAX_LISTED,
  readCursor,
} from "./arguments.ts";
import {
  type FileProblem,
  type SkippedFile,
  type WalkOptions,
  yieldToOthers,
} from "./corpus.ts";
import { ManualError } from "../errors.ts";
import type { ProblemKind } from "../problem.ts";
import { parseAs } from "../formats/format.ts";
import type { ManualFile, ManualLibrary } from "./manual_library.ts";
import { checkPath } from "./path_guard.ts";

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
  /** How many sections there are, where not all are listed. */
  readonly heading_count?: number;
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

const NARROW_LIMIT = 50;
// About as much text as is read in a slice of time.
const SLICE_CHARS = 1_000_000;

/** Lists the files of a manual, and their sections when asked to. */
export async function toc(
  library: ManualLibrary,
  params: TocParams,
  options: WalkOptions,
): Promise<TocResult> {
  const applied = readParams(params);
  const { manual_id, path_prefix, depth, max_files, offset } = applied;
  const { paths, skipped } = await library
    .walk(manual_id, path_prefix, options);
  if (paths.length > MAX_LISTED.max) throw tooMany(paths, path_prefix);
  const page = paths.slice(offset, offset + max_files);
  const end = offset + page.length;
  const items: TocItem[] = [];
  let sliceLeft = SLICE_CHARS;
  for (const path of page) {
    if (depth === "shallow") {
      items.push({ path, headings: [] });
      continue;
    }
    const file = await readFile(library, manual_id, path);
    items.push(outline(path, file, applied.max_headings_per_file));
    sliceLeft -= typeof file === "string" ? 0 : file.text.length;
    if (sliceLeft > 0) continue;
    sliceLeft = SLICE_CHARS;
    await yieldToOthers(options);
  }
  return {
    applied,
    total_files: paths.length,
    next_cursor: { offset: end < paths.length ? end : null },
    items,
    ...skipped.length > 0 && { skipped },
  };
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
  return {
    manual_id: params.manual_id,
    path_prefix: prefix,
    depth,
    max_files: integer(params.max_files, "maxFiles", {
      ...MAX_LISTED,
      max: narrow ? NARROW_LIMIT : MAX_LISTED.max,
    }),
    include_headings: depth === "deep",
    max_headings_per_file: integer(
      params.max_headings_per_file,
      "maxHeadings",
      MAX_LISTED,
    ),
    offset: integer(cursor.offset, "cursorOffset", { min: 0, fallback: 0 }),
  };
}

function outline(
  path: string,
  file: ManualFile | FileProblem,
  limit: number,
): TocItem {
  if (typeof file === "string") return { path, headings: [], problem: file };
  const { sections } = parseAs(file.format, path, file.text);
  const headings = sections.slice(0, limit)
    .map(({ title, startLine }) => ({ title, line_start: startLine }));
  return sections.length > headings.length
    ? { path, headings, heading_count: sections.length }
    : { path, headings };
}

/** A file that was there a moment ago, or what became of it. */
async function readFile(
  library: ManualLibrary,
  manualId: string,
  path: string,
): Promise<ManualFile | FileProblem> {
  try {
    return await library.read(manualId, path);
  } catch (error) {
    if (!(error instanceof ManualError)) throw error;
    return PROBLEMS[error.problem.kind] ?? "unreadable";
  }
}

const PROBLEMS: Partial<Record<ProblemKind, FileProblem>> = {
  missingManual: "vanished",
  missingPath: "vanished",
  tooLarge: "too_large",
  undecodable: "undecodable",
};

function tooMany(paths: readonly string[], prefix: string): ManualError {
  const counts = new Map<string, number>();
  const from = prefix === "" ? 0 : prefix.length + 1;
  for (const path of paths) {
    const slash = path.indexOf("/", from);
    if (slash < 0) continue;
    const dir = path.slice(0, slash);
    counts.set(dir, (counts.get(dir) ?? 0) + 1);
  }
  const directories = Array.from(counts, ([path, count]) => ({
    path,
    files: count,
  })).slice(0, MAX_LISTED.max);
  return new ManualError({
    kind: "tooManyFiles",
    total: paths.length,
    limit: MAX_LISTED.max,
    directories,
  });
}
