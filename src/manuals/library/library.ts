import type { Files } from "../../runtime/runtime.ts";
import { ManualError } from "../errors.ts";
import type { FormatTable } from "../formats/format.ts";
import { FORMATS } from "../formats/formats.ts";
import { MAX_TEXT_BYTES, walkManual, type WalkOptions } from "./corpus.ts";
import { decodeText } from "./decode_text.ts";
import type {
  LibraryDirectory,
  LibraryEntry,
  LibraryFiles,
  ManualFile,
  ManualInfo,
  ManualLibrary,
} from "./manual_library.ts";
import { ManualRoots, type ManualSources } from "./manual_roots.ts";
import { isHidden } from "../../text/manual_names.ts";
import {
  checkPath,
  type GuardedPath,
  resolveInside,
  toManualError,
} from "./path_guard.ts";
import { type SkippedCount, SkippedDocuments } from "./skipped_documents.ts";

// Smaller files are read so fast that remembering them would gain nothing.
const LARGE_BYTES = 1_000_000;

/**
 * The manuals in the sub-directories of a root, and in directories that have
 * names. Its file calls are synchronous, which is three times as fast as
 * asynchronous ones.
 */
export class Library implements ManualLibrary {
  /** Which files belong to a manual. */
  readonly formats: FormatTable;
  readonly #files: Files;
  readonly #roots: ManualRoots;
  /**
   * The last large file, as long as memory lasts: paging through it would
   * otherwise read and decode all of it for every page.
   */
  #lastLarge: WeakRef<{ location: string; file: ManualFile }> | undefined;

  /** Nothing is looked at before the first call. */
  constructor(
    files: Files,
    sources: ManualSources,
    formats: FormatTable = FORMATS,
  ) {
    this.#files = files;
    this.#roots = new ManualRoots(files, sources);
    this.formats = formats;
  }

  /** The manuals. */
  // deno-lint-ignore require-await -- rejects instead of throwing
  async manuals(): Promise<ManualInfo[]> {
    return this.#roots.ids().map((id) => ({ id }));
  }

  /** Files that lie directly in the root. */
  // deno-lint-ignore require-await -- rejects instead of throwing
  async besides(): Promise<readonly SkippedCount[]> {
    const skipped = new SkippedDocuments(this.formats);
    for (const { name, kind } of this.#roots.inRoot()) {
      if (kind === "file") skipped.addInRoot(name);
    }
    return skipped.counts;
  }

  /** What a directory holds, hidden names and unknown formats left out. */
  async list(
    manualId: string,
    path: string,
    options: WalkOptions = {},
  ): Promise<LibraryDirectory> {
    const { location, path: dir, stat } = this.#resolve(manualId, path);
    if (stat.kind !== "dir") {
      throw new ManualError({ kind: "listedFile", parameter: "id", path: dir });
    }
    try {
      const entries = this.#entries(location);
      const skipped = await this.#skippedIn(location, dir, entries, options);
      return { path: dir, entries, skipped };
    } catch (error) {
      throw toManualError(error, dir || manualId);
    }
  }

  async #skippedIn(
    location: string,
    dir: string,
    entries: readonly LibraryEntry[],
    options: WalkOptions,
  ): Promise<readonly SkippedCount[]> {
    const skipped = new SkippedDocuments(this.formats);
    if (dir !== "") skipped.addIn(this.#files, location);
    else await skipped.addBelow(this.#files, location, options);
    const names = entries.flatMap(({ kind, name }) =>
      kind === "file" ? [name] : []
    );
    skipped.addUndecodable(this.#files, location, names);
    return skipped.counts;
  }

  /** Documents of a manual in formats that are not read. */
  async unread(
    manualId: string,
    options: WalkOptions = {},
  ): Promise<readonly SkippedCount[]> {
    const { location } = this.#resolve(manualId, "");
    const skipped = new SkippedDocuments(this.formats);
    await skipped.addBelow(this.#files, location, options);
    return skipped.counts;
  }

  #entries(location: string): LibraryEntry[] {
    return this.#files.listSync(location)
      .flatMap(({ name, kind }): LibraryEntry[] => {
        if (isHidden(name)) return [];
        if (kind === "dir") return [{ kind, name }];
        const format = kind === "file" ? this.formats.of(name) : undefined;
        return format ? [{ kind: "file", name, format }] : [];
      })
      .sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /** The directory of a manual, by its id. */
  directory(manualId: string): string {
    return this.#roots.directory(manualId);
  }

  /** Finds something inside a manual; an empty path is the manual itself. */
  #resolve(manualId: string, path: string): GuardedPath {
    const checked = checkPath(path);
    return resolveInside(this.#files, this.directory(manualId), checked);
  }

  /** The files below a path. */
  async walk(
    manualId: string,
    path: string,
    options: WalkOptions = {},
  ): Promise<LibraryFiles> {
    const { location, stat, path: dir } = this.#resolve(manualId, path);
    if (stat.kind === "file") {
      if (this.formats.of(dir)) return { paths: [dir], skipped: [] };
      throw new ManualError({ kind: "missingPath", path: dir });
    }
    const below = (path: string): string =>
      dir === "" ? path : `${dir}/${path}`;
    try {
      const { formats } = this;
      const found = await walkManual(this.#files, location, {
        ...options,
        formats,
      });
      return {
        paths: found.files.map(({ path }) => below(path)),
        skipped: found.skipped
          .map(({ path, reason }) => ({ path: below(path), reason })),
      };
    } catch (error) {
      throw toManualError(error, dir || manualId);
    }
  }

  /** Reads a file. */
  // deno-lint-ignore require-await -- rejects instead of throwing
  async read(manualId: string, path: string): Promise<ManualFile> {
    const { location, stat, path: checked } = this.#resolve(manualId, path);
    if (stat.kind !== "file") {
      throw new ManualError({ kind: "readDirectory", path });
    }
    if (stat.size > MAX_TEXT_BYTES) {
      const maxBytes = MAX_TEXT_BYTES;
      throw new ManualError({ kind: "tooLarge", path, maxBytes });
    }
    const fingerprint = `${stat.size}:${stat.mtimeMs}:${stat.ctimeSec}`;
    const last = this.#lastLarge?.deref();
    if (last?.location === location && last.file.fingerprint === fingerprint) {
      return last.file;
    }
    const format = this.formats.of(checked);
    const text = format && this.#decode(location, checked);
    if (format === undefined) {
      const { formats } = this.formats;
      throw new ManualError({ kind: "otherFormat", path: checked, formats });
    }
    if (text === undefined) {
      throw new ManualError({ kind: "undecodable", path: checked });
    }
    const file = { path: checked, format, text, fingerprint };
    if (stat.size >= LARGE_BYTES) {
      this.#lastLarge = new WeakRef({ location, file });
    }
    return file;
  }

  #decode(location: string, path: string): string | undefined {
    try {
      return decodeText(this.#files.readSync(location));
    } catch (error) {
      throw toManualError(error, path);
    }
  }
}
