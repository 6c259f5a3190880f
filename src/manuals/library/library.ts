import { FileError, type Files } from "../../runtime/runtime.ts";
import { decodeUtf8, MAX_TEXT_BYTES } from "./corpus.ts";
import { ManualError } from "../errors.ts";
import type { RootFault } from "../problem.ts";
import { isManualId, ROOT_ID } from "./ids.ts";
import { type FileType, fileTypeOf } from "../formats/file_type.ts";
import {
  checkPath,
  type GuardedPath,
  isHidden,
  resolveInside,
  toManualError,
} from "./path_guard.ts";

/** A file of a manual, read. */
export interface ManualFile {
  /** Relative to the manual, in its one spelling. */
  readonly path: string;
  readonly type: FileType;
  readonly text: string;
  /** Changes whenever the file does. */
  readonly fingerprint: string;
}

// Smaller files are read so fast that remembering them would gain nothing.
const LARGE_BYTES = 1_000_000;

/** The directory whose sub-directories are the manuals. */
export class Library {
  readonly files: Files;
  readonly #root: string;
  /**
   * The last large file, as long as memory lasts: paging through it would
   * otherwise read and decode all of it for every page.
   */
  #lastLarge: WeakRef<{ place: string; file: ManualFile }> | undefined;

  /** Nothing is looked at before the first call. */
  constructor(files: Files, root: string) {
    this.files = files;
    this.#root = root;
  }

  /**
   * The names of the manuals, sorted by code unit. A directory whose name means
   * something else as an id is left out: it could not be asked for.
   */
  names(): string[] {
    const root = this.#openRoot();
    return this.#atRoot(() => this.#entries(root))
      .filter(({ name, kind }) => kind === "dir" && isManualId(name))
      .map(({ name }) => name);
  }

  /** What a directory holds: sub-directories and files, hidden ones left out. */
  list(place: string, path: string): { name: string; kind: "dir" | "file" }[] {
    try {
      return this.#entries(place);
    } catch (error) {
      throw toManualError(error, path);
    }
  }

  #entries(place: string): { name: string; kind: "dir" | "file" }[] {
    return this.files.listSync(place).flatMap(({ name, kind }) =>
      !isHidden(name) && (kind === "dir" || kind === "file")
        ? [{ name, kind }]
        : []
    ).sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /** Where a manual is, by its id. */
  place(manualId: string): string {
    const given = { parameter: "manual", value: manualId } as const;
    if (manualId === "" || manualId === ROOT_ID) {
      throw new ManualError({ kind: "manualId", ...given });
    }
    const path = checkPath(manualId, "manual");
    const root = this.#openRoot();
    const found = path.includes("/") || path !== manualId
      ? undefined
      : this.#find(root, path);
    if (found?.stat.kind === "dir") return found.place;
    throw new ManualError({ kind: "missingManual", ...given });
  }

  #find(root: string, path: string): GuardedPath | undefined {
    try {
      return resolveInside(this.files, root, path);
    } catch (error) {
      if (error instanceof ManualError && error.code === "not_found") {
        return undefined;
      }
      throw error;
    }
  }

  /** Finds something inside a manual; an empty path is the manual itself. */
  resolve(manualId: string, path: string): GuardedPath {
    const checked = checkPath(path);
    return resolveInside(this.files, this.place(manualId), checked);
  }

  /** Reads a Markdown or JSON file of a manual. */
  read(manualId: string, path: string): ManualFile {
    const { place, stat, path: checked } = this.resolve(manualId, path);
    const type = fileTypeOf(checked);
    if (stat.kind !== "file") {
      throw new ManualError({ kind: "readDirectory", path });
    }
    if (stat.size > MAX_TEXT_BYTES) {
      const maxBytes = MAX_TEXT_BYTES;
      throw new ManualError({ kind: "tooLarge", path, maxBytes });
    }
    const fingerprint = `${stat.size}:${stat.mtimeMs}:${stat.ctimeSec}`;
    const last = this.#lastLarge?.deref();
    if (last?.place === place && last.file.fingerprint === fingerprint) {
      return last.file;
    }
    const text = type && this.#decode(place, checked);
    // A link may have taken the place of a part just before it was read.
    this.resolve(manualId, path);
    if (text === undefined || type === undefined) {
      const kind = type ? "undecodable" : "otherFormat";
      throw new ManualError({ kind, path: checked });
    }
    const file = { path: checked, type, text, fingerprint };
    if (stat.size >= LARGE_BYTES) {
      this.#lastLarge = new WeakRef({ place, file });
    }
    return file;
  }

  #decode(place: string, path: string): string | undefined {
    try {
      return decodeUtf8(this.files.readSync(place));
    } catch (error) {
      throw toManualError(error, path);
    }
  }

  /** Where the root really is: it may be a link, what is below it may not. */
  #openRoot(): string {
    return this.#atRoot(() => {
      const found = this.files.statSync(this.#root);
      if (found?.kind === "dir") return this.files.realPathSync(this.#root);
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
