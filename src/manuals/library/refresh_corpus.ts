import { FileError, type Files } from "../../runtime/runtime.ts";
import { FORMATS } from "../formats/formats.ts";
import {
  addFile,
  dirOf,
  join,
  SLICE,
  sorted,
  type Walk,
  walkDir,
  walkDirs,
  walkManual,
  type WalkOptions,
  type WalkPlace,
  yieldToOthers,
} from "./corpus.ts";
import {
  type Corpus,
  type CorpusColumns,
  CorpusTable,
} from "./corpus_table.ts";

/**
 * Brings a corpus up to date by asking for the state of what it knows; only a
 * changed directory is listed again, and whatever is new in it. Returns the same
 * object when nothing changed.
 *
 * @throws {FileError} When the manual's own directory cannot be listed.
 */
export async function refreshCorpus(
  files: Files,
  root: string,
  known: Corpus,
  options: WalkOptions = {},
): Promise<Corpus> {
  const { formats = FORMATS } = options;
  if (known.endings !== formats.endings) {
    return await walkManual(files, root, options);
  }
  const columns = CorpusTable.columnsOf(known);
  const dirs = await changedDirs(files, root, columns, options);
  const changed = await changedFiles(files, root, columns, options);
  // Who may list a directory, or look at a file, is not part of its state.
  for (const { path } of known.skipped) dirs.add(dirOf(path));
  if (dirs.size === 0 && changed.size === 0) return known;
  const walk: Walk = { formats, files: [], dirs: [], skipped: [] };
  const place = { files, root: files.realPathSync(root), walk };
  const kept = await refreshDirs(place, known, dirs, options);
  for (const file of known.files) {
    // Those of the other directories were listed again, or are gone.
    if (!kept.has(dirOf(file.path))) continue;
    if (changed.has(file.path)) addFile(files, place.root, file.path, walk);
    else walk.files.push(file);
  }
  return sorted(walk);
}

/**
 * Goes over the known directories, parents first, and lists some of them again.
 * Returns those that are still there and were not listed.
 */
async function refreshDirs(
  place: WalkPlace,
  known: Corpus,
  changed: ReadonlySet<string>,
  options: WalkOptions,
): Promise<ReadonlySet<string>> {
  const { walk } = place;
  const kept = new Set<string>();
  const listed = new Map<string, ReadonlySet<string>>();
  let sliceEnd = SLICE;
  for (const dir of known.dirs) {
    const parent = dirOf(dir.path);
    const isThere = dir.path === "" || kept.has(parent) ||
      listed.get(parent)?.has(dir.path);
    if (!isThere) continue;
    if (!changed.has(dir.path)) {
      kept.add(dir.path);
      walk.dirs.push(dir);
      continue;
    }
    const inside = walkDir(place, dir.path);
    if (inside) listed.set(dir.path, new Set(inside));
    if (walk.files.length + walk.dirs.length <= sliceEnd) continue;
    sliceEnd += SLICE;
    await yieldToOthers(options);
  }
  const old = new Set(known.dirs.map(({ path }) => path));
  const added = [...listed.values()].flatMap((inside) =>
    [...inside].filter((dir) => !old.has(dir))
  );
  await walkDirs(place, added, options);
  return kept;
}

async function changedDirs(
  files: Files,
  root: string,
  { paths, fileTimes, dirTimes, dirChanges, dirInodes }: CorpusColumns,
  options: WalkOptions,
): Promise<Set<string>> {
  const changed = new Set<string>();
  for (let i = 0; i < dirTimes.length; i++) {
    if (i % SLICE === SLICE - 1) await yieldToOthers(options);
    const path = paths[fileTimes.length + i] ?? "";
    const now = stat(files, join(root, path));
    if (
      now?.mtimeMs !== dirTimes[i] || now?.ctimeSec !== dirChanges[i] ||
      now?.ino !== dirInodes[i]
    ) changed.add(path);
  }
  return changed;
}

async function changedFiles(
  files: Files,
  root: string,
  columns: CorpusColumns,
  options: WalkOptions,
): Promise<Set<string>> {
  const { paths, fileTimes, fileChanges, fileInodes, fileSizes } = columns;
  const prefix = join(root, "-").slice(0, -1);
  const changed = new Set<string>();
  for (let i = 0; i < fileTimes.length; i++) {
    if (i % SLICE === SLICE - 1) await yieldToOthers(options);
    const path = paths[i] ?? "";
    const now = stat(files, prefix + path);
    if (
      now?.mtimeMs !== fileTimes[i] || now?.ctimeSec !== fileChanges[i] ||
      now?.size !== fileSizes[i] || now?.ino !== fileInodes[i]
    ) changed.add(path);
  }
  return changed;
}

function stat(
  files: Files,
  path: string,
): ReturnType<Files["lstatSync"]> {
  try {
    return files.lstatSync(path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
