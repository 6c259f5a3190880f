import { FileError } from "../../../../runtime/runtime.ts";
import type { Corpus } from "../../../library/corpus_table.ts";
import { CorpusTable } from "../../../library/corpus_table.ts";
import { encodeIndex } from "./encode_index.ts";
import type { IndexDirectory } from "./index_directory.ts";
import type { IndexState } from "./index_file.ts";
import { indexName, type IndexSource } from "./index_name.ts";
import { decodeIndex, openIndex } from "./open_index.ts";

// So little is read at once: holding a file open is not worth it.
const SMALL_BYTES = 1 << 20;
// Opening one costs as much as the first query of a process.
const MAX_SIMILAR = 8;

/** An index that was stored; parts of it are read when they are needed. */
export interface StoredIndex {
  readonly state: IndexState;
  /** When it was written, on the wall clock. */
  readonly writtenMs: number;
  /** To be called when nothing more is needed from it. */
  close(): void;
}

/** Where the index of one manual is kept between processes. */
export interface IndexStore {
  /** The index, if there is one. */
  load(): Promise<StoredIndex | undefined>;
  /**
   * An index of a manual with the same id that lies or lay elsewhere, or was
   * indexed with other settings, and has most of the corpus' files in common.
   */
  loadSimilar(corpus: Corpus): Promise<StoredIndex | undefined>;
  /** Replaces it; another process sees the old one or the new one. */
  save(state: IndexState): Promise<void>;
}

/** Keeps the index of a manual as a file of a directory. */
export function createIndexStore(
  directory: IndexDirectory,
  source: IndexSource,
): IndexStore {
  const { files } = directory;
  let named: Promise<string> | undefined;
  const name = (): Promise<string> => named ??= indexName(source);

  return {
    async load(): Promise<StoredIndex | undefined> {
      return open(directory, await name());
    },
    async loadSimilar(corpus): Promise<StoredIndex | undefined> {
      const sizes = new Map(corpus.files.map(({ path, size }) => [path, size]));
      const others = directory.othersLike(await name()).slice(0, MAX_SIMILAR);
      let best: { index: StoredIndex; shared: number } | undefined;
      for (const other of others) {
        const index = openIfPossible(directory, other);
        const shared = index ? countShared(index.state.corpus, sizes) : 0;
        const isBetter = shared > (best?.shared ?? 0);
        (isBetter ? best?.index : index)?.close();
        if (index && isBetter) best = { index, shared };
      }
      return best?.index;
    },
    async save(state): Promise<void> {
      const own = await name();
      const path = `${directory.path}/${own}`;
      const part = `${own}.${crypto.randomUUID()}.part`;
      await files.makeDir(directory.path);
      try {
        for (const piece of encodeIndex(state)) {
          files.appendSync(`${directory.path}/${part}`, piece);
        }
        // In the same turn: the input may end, and the process with it, in any
        // other, and then the index would be left under the wrong name.
        files.renameSync(`${directory.path}/${part}`, path);
      } catch (error) {
        await directory.remove(part);
        throw error;
      }
      await directory.tidy(own);
    },
  };
}

function open(
  { files, path: dir }: IndexDirectory,
  name: string,
): StoredIndex | undefined {
  const path = `${dir}/${name}`;
  const { kind, size = 0, mtimeMs: writtenMs = 0 } = files.statSync(path) ?? {};
  // Opening a named pipe would wait for its writer for ever.
  if (kind !== "file") return undefined;
  if (size <= SMALL_BYTES) {
    const bytes = files.readSync(files.realPathSync(path));
    const state = decodeIndex(bytes);
    return state && { state, writtenMs, close: () => undefined };
  }
  // Open, it stays what it is, even if another process replaces it.
  const file = files.openSync(path);
  let state: IndexState | undefined;
  try {
    state = openIndex(file);
  } finally {
    if (!state) file.close();
  }
  return state && { state, writtenMs, close: () => file.close() };
}

/** What cannot be opened is of no use; the manual's own index is built then. */
function openIfPossible(
  directory: IndexDirectory,
  name: string,
): StoredIndex | undefined {
  try {
    return open(directory, name);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function countShared(
  corpus: Corpus,
  sizes: ReadonlyMap<string, number>,
): number {
  const { paths, fileSizes } = CorpusTable.columnsOf(corpus);
  let shared = 0;
  fileSizes.forEach((size, i) => {
    if (sizes.get(paths[i] ?? "") === size) shared++;
  });
  return shared;
}
