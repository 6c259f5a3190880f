/**
 * The files of one manual: what is there, whether it changed, and their text.
 *
 * @module
 */
import { FileError, type Files } from "../../runtime/runtime.ts";
import type {
  Corpus,
  CorpusDir,
  CorpusFile,
  FileProblem,
  SkippedFile,
} from "./corpus_table.ts";
import { decodeText } from "./decode_text.ts";
import type { FormatTable } from "../formats/format.ts";
import { FORMATS } from "../formats/formats.ts";
import { isHidden } from "../../text/manual_names.ts";
import { joinPath } from "../../text/path.ts";

export type {
  Corpus,
  CorpusDir,
  CorpusFile,
  FileProblem,
  SkippedFile,
} from "./corpus_table.ts";

/** Options of {@linkcode walkManual} and `refreshCorpus`. */
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

/** So many files are looked at before others have their turn. */
export const SLICE = 1000;

/** More does not fit into one string: 2^29 - 24 UTF-16 units, with some room. */
export const MAX_TEXT_BYTES = 500_000_000;

/** A walk on its way. */
export interface Walk {
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
  await walkDirs(
    { files, root: files.realPathSync(root), walk },
    [""],
    options,
  );
  return sorted(walk);
}

/** Where a walk goes. */
export interface WalkPlace {
  readonly files: Files;
  /** Its real path. */
  readonly root: string;
  readonly walk: Walk;
}

/** Adds directories with all below them. */
export async function walkDirs(
  place: WalkPlace,
  dirs: readonly string[],
  options: WalkOptions,
): Promise<void> {
  const pending = [...dirs];
  const { walk } = place;
  const seen = (): number => walk.files.length + walk.dirs.length;
  let sliceEnd = seen() + SLICE;
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const sub of walkDir(place, dir) ?? []) pending.push(sub);
    if (seen() <= sliceEnd) continue;
    sliceEnd += SLICE;
    await yieldToOthers(options);
  }
}

/**
 * Adds a directory and its files; returns its sub-directories, or nothing where
 * it could not be listed.
 *
 * @throws {FileError} When it is the manual's own.
 */
export function walkDir(
  { files, root, walk }: WalkPlace,
  dir: string,
): string[] | undefined {
  try {
    return listDir(files, root, dir, walk);
  } catch (error) {
    if (!(error instanceof FileError) || dir === "") throw error;
    walk.skipped.push({ path: dir, reason: problemOf(error) });
    return undefined;
  }
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
    a.mtimeMs === b.mtimeMs && a.ctimeSec === b.ctimeSec && a.ino === b.ino;
}

/** The text of a file, or why there is none. */
export type FileText =
  | { readonly text: string }
  | { readonly problem: FileProblem };

/**
 * Reads the text of a file.
 *
 * @param maxBytes Larger files are not read.
 */
export function readFileText(
  files: Files,
  path: string,
  maxBytes: number = MAX_TEXT_BYTES,
): FileText {
  const read = readFileBytes(files, path, maxBytes);
  return "problem" in read ? read : textOf(read.bytes);
}

/** The content of a file, or why there is none. */
export type FileBytes =
  | { readonly bytes: Uint8Array }
  | { readonly problem: FileProblem };

/** Reads a file that is no larger than it may be. */
export function readFileBytes(
  files: Files,
  path: string,
  maxBytes: number,
): FileBytes {
  try {
    const stat = files.lstatSync(path);
    if (stat === undefined) return { problem: "vanished" };
    // It was a file when it was listed; what is a link now is not followed.
    if (stat.kind !== "file") return { problem: "unreadable" };
    if (stat.size > maxBytes) return { problem: "too_large" };
    return { bytes: files.readSync(path) };
  } catch (error) {
    if (error instanceof FileError) return { problem: problemOf(error) };
    throw error;
  }
}

/** The text that the bytes of a file stand for. */
export function textOf(bytes: Uint8Array): FileText {
  const text = decodeText(bytes);
  return text === undefined ? { problem: "undecodable" } : { text };
}

/** Joins a directory and a path relative to it, which may be empty. */
export function join(root: string, path: string): string {
  return path === "" ? root : joinPath(root, path);
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
  const { mtimeMs = 0, ctimeSec = 0, ino = 0 } = files.lstatSync(location) ??
    {};
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
  walk.dirs.push({ path: dir, mtimeMs, ctimeSec, ino });
  return inside;
}

/** Adds a file, if it is one. */
export function addFile(
  files: Files,
  root: string,
  path: string,
  own: Pick<Walk, "files" | "skipped">,
): void {
  try {
    const found = files.lstatSync(join(root, path));
    // Gone, or something else than what the listing said, a moment later.
    if (found?.kind !== "file") return;
    const { size, mtimeMs, ctimeSec, ino } = found;
    own.files.push({ path, size, mtimeMs, ctimeSec, ino });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    own.skipped.push({ path, reason: problemOf(error) });
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

/** What a walk found, in order. */
export function sorted({ formats, files, dirs, skipped }: Walk): Corpus {
  const byPath = (a: { path: string }, b: { path: string }): number =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
  files.sort(byPath);
  dirs.sort(byPath);
  skipped.sort(byPath);
  return { endings: formats.endings, files, dirs, skipped };
}
