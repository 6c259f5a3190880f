/**
 * Whether the chunks of the npm package are whole. Node's loader keeps a failure
 * for good, of a module and of all that import it: it is only asked for what was
 * found whole, so that what was missing can be loaded once it is back.
 *
 * @module
 */
import { codeOf } from "./file_guard.ts";
import { fs } from "./node_files.ts";

/** What the build knows of each chunk, by its address from theirs. */
export type ChunkSums = Readonly<Record<string, ChunkSum>>;

/** What one chunk must be. */
export interface ChunkSum {
  readonly sum: number;
  /** What is loaded with it, or by it. */
  readonly imports: readonly string[];
}

/** The name of the file with the {@linkcode ChunkSums}, beside the chunks. */
export const SUMS_FILE = "sums.json";

/**
 * Gives a chunk and all that it needs, what is imported first, each when it was
 * found whole and can be opened: one at a time they take a single descriptor,
 * together one each.
 *
 * @throws {Error} When one of them is missing or damaged.
 */
export function* wholeChunks(address: string): Generator<string> {
  const sums = readSums();
  const names = Object.keys(sums).filter((name) => urlOf(name) === address);
  for (const name of importedFirst(names, sums)) {
    const url = urlOf(name);
    if (sumOf(readTwice(new URL(url))) !== sums[name]?.sum) {
      throw new Error(`${url} is damaged`);
    }
    yield url;
  }
}

function importedFirst(
  names: readonly string[],
  sums: ChunkSums,
  seen: Set<string> = new Set(),
): string[] {
  return names.flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return [...importedFirst(sums[name]?.imports ?? [], sums, seen), name];
  });
}

/** Reads a file while it is open once more: the loader shall have room. */
function readTwice(url: URL): Uint8Array {
  const file = fs.openSync(url, "r");
  try {
    return fs.readFileSync(url);
  } finally {
    fs.closeSync(file);
  }
}

/** FNV-1a: for what is broken, not for what is forged. */
export function sumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) {
    sum = Math.imul(sum ^ (bytes[i] ?? 0), 0x01000193);
  }
  return sum >>> 0;
}

function readSums(): ChunkSums {
  try {
    return JSON.parse(fs.readFileSync(new URL(urlOf(SUMS_FILE)), "utf8"));
  } catch (error) {
    // Whoever has bundled the package anew has no such file.
    if (codeOf(error) === "ENOENT") return {};
    throw error;
  }
}

function urlOf(name: string): string {
  return new URL(name, import.meta.url).href;
}
