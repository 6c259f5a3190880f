import { FileError, type Files } from "../../runtime/runtime.ts";
import { ManualError } from "../errors.ts";
import type { FormatTable } from "../formats/format.ts";
import { FORMATS } from "../formats/formats.ts";
import type { RootFault } from "../problem.ts";
import {
  decodeUtf8,
  MAX_TEXT_BYTES,
  walkManual,
  type WalkOptions,
} from "./corpus.ts";
import { isManualId, ROOT_ID } from "./ids.ts";
import type {
  LibraryDirectory,
  LibraryEntry,
  LibraryFiles,
  ManualFile,
  ManualInfo,
  ManualLibrary,
} from "./manual_library.ts";
import {
  checkPath,
  type GuardedPath,
  isHidden,
  resolveInside,
  toManualError,
} from "./path_guard.ts";

// Smaller files are read so fast that remembering them would gain nothing.
const LARGE_BYTES = 1_000_000;

/**
 * The manuals in the sub-directories of one root. Its file calls are
 * synchronous, which is three times as fast as asynchronous ones.
 */
export class Library implements ManualLibrary {
  /** Which files belong to a manual. */
  readonly formats: FormatTable;
  readonly #files: Files;
  readonly #root: string;
  /**
   * The last large file, as long as memory lasts: paging through it would
   * otherwise read and decode all of it for every page.
   */
  #lastLarge: WeakRef<{ location: string; file: ManualFile }> | undefined;

  /** Nothing is looked at before the first call. */
  constructor(files: Files, root: string, formats: FormatTable = FORMATS) {
    this.#files = files;
    this.#root = root;
    this.formats = formats;
  }

  /**
   * The manuals. A directory whose name means something else as an id is left
   * out: it could not be asked for.
   */
  // deno-lint-ignore require-await -- rejects instead of throwing
  async manuals(): Promise<ManualInfo[]> {
    const root = this.#openRoot();
    return this.#atRoot(() => this.#entries(root))
      .filter(({ name, kind }) => kind === "dir" && isManualId(name))
      .map(({ name }) => ({ id: name }));
  }

  /** What a directory holds, hidden names and unknown formats left out. */
  // deno-lint-ignore require-await -- as above
  async list(manualId: string, path: string): Promise<LibraryDirectory> {
    const { location, path: dir, stat } = this.#resolve(manualId, path);
    if (stat.kind !== "dir") {
      throw new ManualError({ kind: "listedFile", parameter: "id", path: dir });
    }
    try {
      return { path: dir, entries: this.#entries(location) };
    } catch (error) {
      throw toManualError(error, dir || manualId);
    }
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
    const given = { parameter: "manual", value: manualId } as const;
    if (manualId === "" || manualId === ROOT_ID) {
      throw new ManualError({ kind: "manualId", ...given });
    }
    const path = checkPath(manualId, "manual");
    const root = this.#openRoot();
    const found = path.includes("/") || path !== manualId
      ? undefined
      : this.#find(root, path);
    if (found?.stat.kind === "dir") return found.location;
    throw new ManualError({ kind: "missingManual", ...given });
  }

  #find(root: string, path: string): GuardedPath | undefined {
    try {
      return resolveInside(this.#files, root, path);
    } catch (error) {
      if (error instanceof ManualError && error.code === "not_found") {
        return undefined;
      }
      throw error;
    }
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
  // deno-lint-ignore require-await -- as above
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
      return decodeUtf8(this.#files.readSync(location));
    } catch (error) {
      throw toManualError(error, path);
    }
  }

  /** Where the root really is: it may be a link, what is below it may not. */
  #openRoot(): string {
    return this.#atRoot(() => {
      const found = this.#files.statSync(this.#root);
      if (found?.kind === "dir") return this.#files.realPathSync(this.#root);
      throw this.#unusable(found ? "noDirectory" : "missing");
    });
  }

  /** Looks at the root, which is a setting and no argument of a call. */
  #atRoot<T>(look: () => T): T {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const fault = error.kind === "denied" ? "denied" : "unreadable";
      throw this.#unusable(fault, error);
    }
  }

  #unusable(fault: RootFault, cause?: FileError): ManualError {
    const problem = { kind: "root", root: this.#root, fault } as const;
    return new ManualError(problem, { cause });
  }
}
