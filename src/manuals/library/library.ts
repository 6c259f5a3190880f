import { FileError, type Files } from "../../runtime/runtime.ts";
import { show } from "../../text/show.ts";
import { decodeUtf8, MAX_TEXT_BYTES } from "./corpus.ts";
import { ManualError } from "../errors.ts";
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

const WANTED_ID = "take the id of a manual from manual_ls";
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
  place(manualId: string, name = "manual_id"): string {
    if (manualId === "" || manualId === ROOT_ID) {
      throw new ManualError(
        "invalid_parameter",
        `Cannot use ${name} ${show(manualId)}: ${WANTED_ID}`,
        { details: { parameter: name } },
      );
    }
    const path = checkPath(manualId, name, WANTED_ID);
    const root = this.#openRoot();
    const found = path.includes("/") || path !== manualId
      ? undefined
      : this.#find(root, path);
    if (found?.stat.kind === "dir") return found.place;
    throw new ManualError(
      "not_found",
      `Cannot find the manual ${show(manualId)}: ${WANTED_ID}`,
      { details: { parameter: name } },
    );
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
  resolve(
    manualId: string,
    path: string,
    names: { manual?: string; path?: string } = {},
  ): GuardedPath {
    const checked = checkPath(path, names.path ?? "path");
    const place = this.place(manualId, names.manual);
    return resolveInside(this.files, place, checked);
  }

  /** Reads a Markdown or JSON file of a manual. */
  read(
    manualId: string,
    path: string,
    names: { manual?: string; path?: string } = {},
  ): ManualFile {
    const { place, stat, path: checked } = this.resolve(manualId, path, names);
    const type = fileTypeOf(checked);
    const fault = stat.kind !== "file"
      ? "it is a directory; give one of its files"
      : stat.size > MAX_TEXT_BYTES
      ? `it has more than ${MAX_TEXT_BYTES} bytes`
      : undefined;
    if (fault) {
      const code = stat.kind === "file" ? "invalid_scope" : "invalid_path";
      throw new ManualError(code, `Cannot read ${show(path)}: ${fault}`);
    }
    const fingerprint = `${stat.size}:${stat.mtimeMs}:${stat.ctimeSec}`;
    const last = this.#lastLarge?.deref();
    if (last?.place === place && last.file.fingerprint === fingerprint) {
      return last.file;
    }
    const text = type && this.#decode(place, checked);
    // A link may have taken the place of a part just before it was read.
    this.resolve(manualId, path, names);
    if (text === undefined || type === undefined) {
      const wrong = type
        ? "its text is not UTF-8; save it as UTF-8 first"
        : "only Markdown (.md) and JSON (.json) are read";
      throw new ManualError(
        "invalid_scope",
        `Cannot read ${show(checked)}: ${wrong}`,
      );
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
      throw this.#unusable(found ? "it is no directory" : "it does not exist");
    });
  }

  /** Looks at the root, which is a setting and no argument of a call. */
  #atRoot<T>(look: () => T): T {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const why = error.kind === "denied"
        ? "permission denied"
        : "it cannot be read";
      throw this.#unusable(why, error);
    }
  }

  #unusable(why: string, cause?: FileError): ManualError {
    // Whole, unlike what a caller gives: a wrong setting is wrong at its end.
    const root = JSON.stringify(this.#root);
    return new ManualError(
      cause?.kind === "denied" ? "forbidden" : "not_found",
      `Cannot use the manuals root ${root}: ${why}; set manuals.root or MANUALS_ROOT to a directory`,
      { cause },
    );
  }
}
