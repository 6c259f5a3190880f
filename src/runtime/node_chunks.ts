/**
 * Whether the chunks of the npm package are whole. Node's loader keeps a failure
 * for good, of a module and of all that import it: it is only asked for what was
 * found whole, so that what was missing can be loaded once it is back.
 *
 * @module
 */
import { codeOf, fs } from "./node_files.ts";

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
 * Looks at a chunk and at all that it needs.
 *
 * @throws {Error} When one of them is missing or damaged.
 */
export function checkChunk(address: string): void {
  const sums = readSums();
  const names = Object.keys(sums).filter((name) => urlOf(name) === address);
  const needed = new Set(names);
  for (const name of needed) {
    const chunk = sums[name];
    if (sumOf(fs.readFileSync(new URL(urlOf(name)))) !== chunk?.sum) {
      throw new Error(`${urlOf(name)} is damaged`);
    }
    for (const other of chunk.imports) needed.add(other);
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
