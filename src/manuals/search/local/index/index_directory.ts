import {
  type Clock,
  FileError,
  type Files,
} from "../../../../runtime/runtime.ts";
import { isIndexName, isOfSameManual } from "./index_name.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** An index in use is written again when it is this old; see `KEEP_MS`. */
export const RENEW_MS = 7 * DAY_MS;
/** An index that nobody wrote for so long is of a manual that nobody reads. */
const KEEP_MS = 30 * DAY_MS;
const MAX_FILES = 10_000;
const MAX_BYTES = 8 * 2 ** 30;
// A younger one may be another process's that is still writing it.
const ABANDONED_MS = 10 * 60 * 1000;
// What other processes add in between is found later.
const LISTING_MS = 10_000;

/**
 * The directory that holds the indexes of all manuals, which may be thousands:
 * it is listed now and then, not for each of them.
 */
export class IndexDirectory {
  readonly files: Files;
  readonly path: string;
  readonly #clock: Clock;
  #names: readonly string[] = [];
  #listedAt = -Infinity;
  #tidiedAt = -Infinity;

  /** Looks at nothing yet. */
  constructor(files: Files, clock: Clock, path: string) {
    this.files = files;
    this.path = path;
    this.#clock = clock;
  }

  /** Other indexes of a manual with the same id, the latest first. */
  othersLike(name: string): string[] {
    const now = this.#clock.monotonic();
    if (now - this.#listedAt >= LISTING_MS) {
      this.#names = this.#list().filter(isIndexName);
      this.#listedAt = now;
    }
    return this.#names
      .filter((other) => other !== name && isOfSameManual(other, name))
      .map((other) => ({ other, time: this.#stat(other)?.mtimeMs ?? 0 }))
      .sort((a, b) => b.time - a.time)
      .map(({ other }) => other);
  }

  /**
   * Removes, once a day, what killed processes left half written, indexes that
   * were not used for long, and the oldest where there are too many.
   *
   * @param written The name of an index that was written just now: the file
   * system's own clock is what the others are dated by.
   */
  async tidy(written: string): Promise<void> {
    const started = this.#clock.monotonic();
    if (started - this.#tidiedAt < DAY_MS) return;
    this.#tidiedAt = started;
    const now = this.#stat(written)?.mtimeMs ?? 0;
    const indexes: { name: string; age: number; size: number }[] = [];
    for (const name of this.#list()) {
      const isPart = name.includes(".index.") && name.endsWith(".part");
      if (!isPart && !isIndexName(name)) continue;
      const { kind, mtimeMs = now, size = 0 } = this.#stat(name) ?? {};
      const age = now - mtimeMs;
      if (kind !== "file") continue;
      if (!isPart) indexes.push({ name, age, size });
      else if (age >= ABANDONED_MS) await this.remove(name);
    }
    indexes.sort((a, b) => a.age - b.age);
    let bytes = 0;
    for (const [at, { name, age, size }] of indexes.entries()) {
      bytes += size;
      const isOver = at >= MAX_FILES || bytes > MAX_BYTES;
      if (name !== written && (age >= KEEP_MS || isOver)) {
        await this.remove(name);
      }
    }
  }

  /** Removes a file, if that can be. */
  async remove(name: string): Promise<void> {
    try {
      await this.files.remove(`${this.path}/${name}`);
    } catch (error) {
      // Gone already, or another user's: all that it takes is room.
      if (!(error instanceof FileError)) throw error;
    }
  }

  #list(): string[] {
    try {
      const real = this.files.realPathSync(this.path);
      return this.files.listSync(real).map(({ name }) => name);
    } catch (error) {
      // Without a listing there is nothing to reuse and nothing to tidy.
      if (error instanceof FileError) return [];
      throw error;
    }
  }

  #stat(name: string): ReturnType<Files["lstatSync"]> {
    try {
      return this.files.lstatSync(`${this.path}/${name}`);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }
}
