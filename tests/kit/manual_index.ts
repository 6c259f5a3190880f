import { IndexDirectory } from "../../src/manuals/search/local/index/index_directory.ts";
import {
  createIndexStore,
  type IndexStore,
} from "../../src/manuals/search/local/index/index_store.ts";
import { ManualIndex } from "../../src/manuals/search/local/index/manual_index.ts";
import type { IndexSnapshot } from "../../src/manuals/search/local/index/index_snapshot.ts";
import { CharClasses } from "../../src/manuals/search/local/tokens/char_class.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Files } from "../../src/runtime/runtime.ts";

const { signal } = new AbortController();

function openStore(
  files: Files,
  cache: string,
  root: string,
  maxFileBytes: number,
): IndexStore {
  const directory = new IndexDirectory(files, runtime.clock, cache);
  const endings = ".md .json";
  return createIndexStore(directory, {
    ...{ manual: "guide", root, endings, maxFileBytes },
  });
}

/** Opens the index of the manual `guide` below a root. */
export function openIndex(
  root: string,
  options: {
    cache?: string;
    files?: Files;
    maxFileBytes?: number;
    warn?: (line: string) => void;
  } = {},
): ManualIndex {
  const { files = runtime.files, cache, maxFileBytes = 1000, warn } = options;
  return new ManualIndex({
    root: `${root}/guide`,
    files,
    clock: runtime.clock,
    classes: new CharClasses(),
    maxFileBytes,
    refreshMs: 0,
    ...cache && { store: openStore(files, cache, root, maxFileBytes) },
    ...warn && { warn },
  });
}

/** The index as it is now. */
export function current(
  index: ManualIndex,
  timeMs = 60_000,
): Promise<IndexSnapshot> {
  return index.current({ signal, timeMs });
}

/** What can be found, independent of how segments are laid out. */
export function contents({ view }: IndexSnapshot): string[] {
  const rows: string[] = [];
  for (const segment of view.segments) {
    const { sectionFile, sectionLine } = segment.columns;
    sectionFile.forEach((file, s) => {
      if (segment.deadFiles[file] !== 0) return;
      rows.push(`${segment.path(file)}:${sectionLine[s]} ${segment.title(s)}`);
    });
  }
  const terms = ["alpha", "beta", "gamma", "申請", "方法"];
  return [
    ...rows.sort(),
    ...terms.map((term) => `${term} ${view.sectionsWith(term)}`),
    `${view.files} files, ${view.rows} rows`,
  ];
}

/** Counts the files of the manual whose text is read. */
export function countingFiles(): { files: Files; reads: string[] } {
  const reads: string[] = [];
  const files: Files = {
    ...runtime.files,
    readSync(path) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (!name.endsWith(".index")) reads.push(name);
      return runtime.files.readSync(path);
    },
  };
  return { files, reads };
}

/** A small manual. */
export const FILES = {
  "guide/a.md": "# A\nalpha\n## B\nbeta 申請\n",
  "guide/b.md": "# C\nbeta 方法\n",
  "guide/sub/c.json": '{"x": "gamma"}',
};
