import { FileError, type Files } from "../../runtime/runtime.ts";
import { checksum } from "./checksum.ts";
import { decodeIndex, encodeIndex, type IndexState } from "./index_file.ts";

/** Where the index of one manual is kept between processes. */
export interface IndexStore {
  /** The index, if there is a whole one. */
  load(): Promise<IndexState | undefined>;
  /** Replaces it; another process sees the old one or the new one. */
  save(state: IndexState): Promise<void>;
  /** Removes it. */
  remove(): Promise<void>;
}

/** Keeps the index of the manual in `root` as a file below `dir`. */
export function createIndexStore(
  files: Files,
  dir: string,
  root: string,
): IndexStore {
  const key = checksum(new TextEncoder().encode(root));
  const path = `${dir}/${key}.index`;
  return {
    async load(): Promise<IndexState | undefined> {
      const bytes = await unlessMissing(files.read(path));
      return bytes ? decodeIndex(root, bytes) : undefined;
    },
    async save(state): Promise<void> {
      const part = `${path}.${crypto.randomUUID()}.part`;
      await files.makeDir(dir);
      try {
        await files.write(part, encodeIndex(root, state));
        await files.rename(part, path);
      } catch (error) {
        await unlessMissing(files.remove(part));
        throw error;
      }
    },
    async remove(): Promise<void> {
      await unlessMissing(files.remove(path));
    },
  };
}

async function unlessMissing<T>(run: Promise<T>): Promise<T | undefined> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof FileError && error.kind === "not_found") {
      return undefined;
    }
    throw error;
  }
}
