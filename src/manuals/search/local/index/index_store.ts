import { encodeIndex } from "./encode_index.ts";
import { FileError, type Files } from "../../../../runtime/runtime.ts";
import { checksum } from "./checksum.ts";
import type { IndexState } from "./index_file.ts";
import { decodeIndex, indexedRoot, openIndex } from "./open_index.ts";

// So little is read at once: holding a file open is not worth it.
const SMALL_BYTES = 1 << 20;

/** An index that was stored; parts of it are read when they are needed. */
export interface StoredIndex {
  readonly state: IndexState;
  /** To be called when nothing more is needed from it. */
  close(): void;
}

// A younger one may be another process's that is still writing it.
const ABANDONED_MS = 10 * 60 * 1000;

/** Where the index of one manual is kept between processes. */
export interface IndexStore {
  /** The index, if there is one. */
  load(): StoredIndex | undefined;
  /** Replaces it; another process sees the old one or the new one. */
  save(state: IndexState): Promise<void>;
}

/** Keeps the index of the manual in `root` as a file below `dir`. */
export function createIndexStore(
  files: Files,
  dir: string,
  root: string,
): IndexStore {
  const key = checksum(new TextEncoder().encode(root));
  const path = `${dir}/${key}.index`;

  /** Removes what processes that were killed while writing left behind. */
  async function clearParts(): Promise<void> {
    const now = files.statSync(path)?.mtimeMs ?? 0;
    for (const { name } of files.listSync(files.realPathSync(dir))) {
      if (!name.startsWith(`${key}.index.`) || !name.endsWith(".part")) {
        continue;
      }
      const written = files.statSync(`${dir}/${name}`)?.mtimeMs ?? now;
      if (now - written < ABANDONED_MS) continue;
      await unlessMissing(files.remove(`${dir}/${name}`));
    }
  }

  /** Removes the indexes of manuals that are gone: nobody will ask for them. */
  async function clearGone(): Promise<void> {
    for (const { name, kind } of files.listSync(files.realPathSync(dir))) {
      const other = `${dir}/${name}`;
      if (kind !== "file" || !name.endsWith(".index")) continue;
      if (other === path) continue;
      if (isGone(files, other)) await unlessMissing(files.remove(other));
    }
  }

  return {
    load(): StoredIndex | undefined {
      const { kind, size = 0 } = files.statSync(path) ?? {};
      // Opening a named pipe would wait for its writer for ever.
      if (kind !== "file") return undefined;
      if (size <= SMALL_BYTES) {
        const bytes = files.readSync(files.realPathSync(path));
        const state = decodeIndex(root, bytes);
        return state && { state, close: () => undefined };
      }
      // Open, it stays what it is, even if another process replaces it.
      const file = files.openSync(path);
      const state = openIndex(root, file);
      if (state) return { state, close: () => file.close() };
      file.close();
      return undefined;
    },
    async save(state): Promise<void> {
      const part = `${path}.${crypto.randomUUID()}.part`;
      await files.makeDir(dir);
      try {
        for (const piece of encodeIndex(root, state)) {
          files.appendSync(part, piece);
        }
        // In the same turn: the input may end, and the process with it, in any
        // other, and then the index would be left under the wrong name.
        files.renameSync(part, path);
      } catch (error) {
        await unlessMissing(files.remove(part));
        throw error;
      }
      await clearParts();
      await clearGone();
    },
  };
}

/** Tells whether the manual of an index is known not to exist. */
function isGone(files: Files, index: string): boolean {
  try {
    const file = files.openSync(index);
    try {
      const root = indexedRoot(file);
      return root !== undefined && files.statSync(root) === undefined;
    } finally {
      file.close();
    }
  } catch (error) {
    // What may not be looked at may be there.
    if (error instanceof FileError) return false;
    throw error;
  }
}

async function unlessMissing(run: Promise<void>): Promise<void> {
  try {
    await run;
  } catch (error) {
    if (error instanceof FileError && error.kind === "not_found") return;
    throw error;
  }
}
