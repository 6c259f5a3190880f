import { FileError, type Files } from "../../runtime/runtime.ts";
import { ManualError } from "../errors.ts";
import type { RootFault } from "../problem.ts";
import { isHidden, isManualId } from "../../text/manual_names.ts";
import {
  checkManualId,
  type GuardedPath,
  resolveInside,
} from "./path_guard.ts";

/** Where manuals lie. */
export interface ManualSources {
  /** A directory whose sub-directories are manuals. */
  readonly root?: string | null;
  /** Directories that are manuals, by name; they may lie anywhere. */
  readonly paths?: Readonly<Record<string, string>>;
}

/** Something that lies in the root. */
export interface RootEntry {
  readonly name: string;
  readonly kind: "dir" | "file";
}

/** Finds the directories of manuals by their ids. */
export class ManualRoots {
  readonly #files: Files;
  readonly #root: string | null;
  readonly #paths: ReadonlyMap<string, string>;

  /** Nothing is looked at before the first call. */
  constructor(files: Files, { root = null, paths = {} }: ManualSources) {
    this.#files = files;
    this.#root = root;
    this.#paths = new Map(Object.entries(paths));
  }

  /**
   * The ids of all manuals, sorted by code unit. A directory whose name means
   * something else as an id is left out: it could not be asked for.
   */
  ids(): string[] {
    const inRoot = this.inRoot()
      .filter(({ name, kind }) => kind === "dir" && isManualId(name))
      .map(({ name }) => name);
    return [...new Set([...inRoot, ...this.#paths.keys()])].sort();
  }

  /** What lies directly in the root, hidden names left out. */
  inRoot(): RootEntry[] {
    if (this.#root === null) {
      if (this.#paths.size > 0) return [];
      throw unusable("", "missing");
    }
    const root = this.#openRoot(this.#root);
    const entries = atRoot(this.#root, () => this.#files.listSync(root));
    return entries.flatMap(({ name, kind }) =>
      !isHidden(name) && (kind === "dir" || kind === "file")
        ? [{ name, kind }]
        : []
    );
  }

  /** The directory of a manual. */
  directory(id: string): string {
    const path = checkManualId(id);
    const named = this.#paths.get(id);
    if (named !== undefined) return this.#openRoot(named, id);
    const found = path.includes("/") || path !== id || this.#root === null
      ? undefined
      : this.#find(this.#openRoot(this.#root), path);
    if (found?.stat.kind === "dir") return found.location;
    const known = this.ids();
    const given = { parameter: "manual", value: id } as const;
    throw new ManualError({ kind: "missingManual", ...given, known });
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

  /** Where a directory really is: it may be a link, what is below it may not. */
  #openRoot(root: string, manual?: string): string {
    return atRoot(root, () => {
      const found = this.#files.statSync(root);
      if (found?.kind === "dir") return this.#files.realPathSync(root);
      throw unusable(root, found ? "noDirectory" : "missing", manual);
    }, manual);
  }
}

/** Looks at a directory that is a setting and no argument of a call. */
function atRoot<T>(root: string, look: () => T, manual?: string): T {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const fault = error.kind === "denied" ? "denied" : "unreadable";
    throw unusable(root, fault, manual, error);
  }
}

function unusable(
  root: string,
  fault: RootFault,
  manual?: string,
  cause?: FileError,
): ManualError {
  const of = manual === undefined ? {} : { manual };
  return new ManualError({ kind: "root", root, fault, ...of }, { cause });
}
