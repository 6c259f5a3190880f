/**
 * The files of one manual: what is there, whether it changed, and their text.
 *
 * @module
 */
import { FileError, type Files, type FileStat } from "../../runtime/runtime.ts";
import {
  type Corpus,
  type CorpusColumns,
  type CorpusDir,
  type CorpusFile,
  CorpusTable,
  type FileProblem,
  type SkippedFile,
} from "./corpus_table.ts";
import type { FormatTable } from "../formats/format.ts";
import { FORMATS } from "../formats/formats.ts";
import { isHidden } from "./path_guard.ts";

export type {
  Corpus,
  CorpusDir,
  CorpusFile,
  FileProblem,
  SkippedFile,
} from "./corpus_table.ts";

/** Options of {@linkcode walkManual} and {@linkcode refreshCorpus}. */
export interface WalkOptions {
  /** Ends the walk with the signal's reason. */
  signal?: AbortSignal;
  /**
   * Lets other work run; awaited between slices, because the file calls are
   * synchronous (three times as fast as the asynchronous ones).
   */
  pause?: () => Promise<void>;
  /**
   * Which files belong to the manual.
   * @default {those that the program reads}
   */
  formats?: FormatTable | undefined;
}

const SLICE = 1000;

/** More does not fit into one string: 2^29 - 24 UTF-16 units, with some room. */
export const MAX_TEXT_BYTES = 500_000_000;

interface Walk {
  readonly formats: FormatTable;
  readonly files: CorpusFile[];
  readonly dirs: CorpusDir[];
  readonly skipped: SkippedFile[];
}

/**
 * Finds the files of the manual in a directory. Names that begin with a dot,
 * links and special files are left out, below the manual as well as in it.
 *
 * @throws {FileError} When the directory itself cannot be listed.
 */
export async function walkManual(
  files: Files,
  root: string,
  options: WalkOptions = {},
): Promise<Corpus> {
  const { formats = FORMATS } = options;
  const walk: Walk = { formats, files: [], dirs: [], skipped: [] };
  const pending = [""];
  const real = files.realPathSync(root);
  let sliceEnd = SLICE;
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    try {
      for (const sub of listDir(files, real, dir, walk)) pending.push(sub);
    } catch (error) {
      if (!(error instanceof FileError) || dir === "") throw error;
      walk.skipped.push({ path: dir, reason: problemOf(error) });
    }
    if (walk.files.length + walk.dirs.length > sliceEnd) {
      sliceEnd += SLICE;
      await yieldToOthers(options);
    }
  }
  return sorted(walk);
}

/**
 * Brings a corpus up to date by asking for the state of what it knows; only a
 * changed directory makes it walk again. Returns the same object when nothing
 * changed.
 */
export async function refreshCorpus(
  files: Files,
  root: string,
  known: Corpus,
  options: WalkOptions = {},
): Promise<Corpus> {
  const columns = CorpusTable.columnsOf(known);
  const { formats = FORMATS } = options;
  const changed = known.skipped.length > 0 ||
    known.endings !== formats.endings ||
    await dirsChanged(files, root, columns, options) ||
    await filesChanged(files, root, columns, options);
  return changed ? await walkManual(files, root, options) : known;
}

async function dirsChanged(
  files: Files,
  root: string,
  { paths, fileTimes, dirTimes, dirChanges }: CorpusColumns,
  options: WalkOptions,
): Promise<boolean> {
  for (let i = 0; i < dirTimes.length; i++) {
    if (i % SLICE === SLICE - 1) await yieldToOthers(options);
    const now = stat(files, join(root, paths[fileTimes.length + i] ?? ""));
    if (now?.mtimeMs !== dirTimes[i] || now?.ctimeSec !== dirChanges[i]) {
      return true;
    }
  }
  return false;
}

async function filesChanged(
  files: Files,
  root: string,
  { paths, fileTimes, fileChanges, fileSizes }: CorpusColumns,
  options: WalkOptions,
): Promise<boolean> {
  const prefix = join(root, "-").slice(0, -1);
  for (let i = 0; i < fileTimes.length; i++) {
    if (i % SLICE === SLICE - 1) await yieldToOthers(options);
    const now = stat(files, prefix + (paths[i] ?? ""));
    if (
      now?.mtimeMs !== fileTimes[i] || now?.ctimeSec !== fileChanges[i] ||
      now?.size !== fileSizes[i]
    ) return true;
  }
  return false;
}

/** Tells whether two walks found the same files, unchanged. */
export function hasSameFiles(a: Corpus, b: Corpus): boolean {
  if (a === b) return true;
  return a.endings === b.endings && a.files.length === b.files.length &&
    a.skipped.length === b.skipped.length &&
    a.files.every((file, i) => isSameFile(file, b.files[i])) &&
    a.skipped.every(({ path, reason }, i) =>
      b.skipped[i]?.path === path && b.skipped[i]?.reason === reason
    );
}

/** Tells whether a file is what it was, as far as its state tells. */
export function isSameFile(a: CorpusFile, b: CorpusFile | undefined): boolean {
  return a.path === b?.path && a.size === b.size &&
    a.mtimeMs === b.mtimeMs && a.ctimeSec === b.ctimeSec;
}

/** The text of a file, or why there is none. */
export type FileText =
  | { readonly text: string }
  | { readonly problem: FileProblem };

/**
 * Reads a file as UTF-8, strictly; a byte order mark is removed.
 *
 * @param maxBytes Larger files are not read.
 */
export function readFileText(
  files: Files,
  path: string,
  maxBytes: number = MAX_TEXT_BYTES,
): FileText {
  try {
    const stat = files.lstatSync(path);
    if (stat === undefined) return { problem: "vanished" };
    // It was a file when it was listed; what is a link now is not followed.
    if (stat.kind !== "file") return { problem: "unreadable" };
    if (stat.size > maxBytes) return { problem: "too_large" };
    const text = decodeUtf8(files.readSync(path));
    return text === undefined ? { problem: "undecodable" } : { text };
  } catch (error) {
    if (error instanceof FileError) return { problem: problemOf(error) };
    throw error;
  }
}

/** Decodes UTF-8; `undefined` for what is none, or too long for a string. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** Joins a directory and a path relative to it, which may be empty. */
export function join(root: string, path: string): string {
  return path === "" ? root : `${root.replace(/[/\\]$/, "")}/${path}`;
}

/** The directory that a path is in; empty for the manual itself. */
export function dirOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Adds a directory and its files; returns its sub-directories. */
function listDir(
  files: Files,
  root: string,
  dir: string,
  walk: Walk,
): string[] {
  const inside: string[] = [];
  const own: Pick<Walk, "files" | "skipped"> = { files: [], skipped: [] };
  const location = join(root, dir);
  // Before the listing: a change in between is then seen the next time.
  const { mtimeMs = 0, ctimeSec = 0 } = files.lstatSync(location) ?? {};
  for (const { name, kind } of files.listSync(location)) {
    if (isHidden(name)) continue;
    const path = dir === "" ? name : `${dir}/${name}`;
    if (kind === "dir") inside.push(path);
    else if (kind === "file" && walk.formats.of(name)) {
      addFile(files, root, path, own);
    }
  }
  for (const file of own.files) walk.files.push(file);
  for (const file of own.skipped) walk.skipped.push(file);
  walk.dirs.push({ path: dir, mtimeMs, ctimeSec });
  return inside;
}

function addFile(
  files: Files,
  root: string,
  path: string,
  own: Pick<Walk, "files" | "skipped">,
): void {
  try {
    const found = files.lstatSync(join(root, path));
    // Gone, or something else than what the listing said, a moment later.
    if (found?.kind !== "file") return;
    const { size, mtimeMs, ctimeSec } = found;
    own.files.push({ path, size, mtimeMs, ctimeSec });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    own.skipped.push({ path, reason: problemOf(error) });
  }
}

function stat(files: Files, path: string): FileStat | undefined {
  try {
    return files.lstatSync(path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function problemOf(error: FileError): FileProblem {
  // What is reached by a link is no longer what was listed.
  const gone = error.kind === "not_found" || error.kind === "moved";
  return gone ? "vanished" : "unreadable";
}

/** Lets other work run, and ends with the signal's reason when it is aborted. */
export async function yieldToOthers(
  { signal, pause }: WalkOptions,
): Promise<void> {
  signal?.throwIfAborted();
  await pause?.();
  signal?.throwIfAborted();
}

function sorted({ formats, files, dirs, skipped }: Walk): Corpus {
  const byPath = (a: { path: string }, b: { path: string }): number =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
  files.sort(byPath);
  dirs.sort(byPath);
  skipped.sort(byPath);
  return { endings: formats.endings, files, dirs, skipped };
}
