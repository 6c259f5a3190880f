import { ManualError } from "../../../errors.ts";
import type { FormatTable } from "../../../formats/format.ts";
import { FORMATS } from "../../../formats/formats.ts";
import { dirOf } from "../../../library/corpus.ts";
import type {
  LibraryDirectory,
  LibraryEntry,
  LibraryFiles,
  ManualFile,
  ManualInfo,
  ManualLibrary,
} from "../../../library/manual_library.ts";
import { checkPath, refuseHidden } from "../../../library/path_guard.ts";
import {
  type SkippedCount,
  summed,
} from "../../../library/skipped_documents.ts";
import type { LanceStore, OpenManual } from "./lance_store.ts";
import { column, literal } from "../rows.ts";

/** Published manuals, listed and read without any file. */
export class LanceLibrary implements ManualLibrary {
  /** Where they are published. */
  readonly store: LanceStore;
  readonly #formats: FormatTable;

  /** Looks at nothing before the first call. */
  constructor(store: LanceStore, formats: FormatTable = FORMATS) {
    this.store = store;
    this.#formats = formats;
  }

  /** The manuals. */
  async manuals(): Promise<readonly ManualInfo[]> {
    const { manuals } = await this.store.manifest();
    return Object.keys(manuals).sort().map((id) => ({ id }));
  }

  /** Documents that lay beside the manuals when they were published. */
  async besides(): Promise<readonly SkippedCount[]> {
    return (await this.store.manifest()).besides;
  }

  /** What a directory holds. */
  async list(manualId: string, path: string): Promise<LibraryDirectory> {
    const dir = checkedPath(path);
    return await this.store.use(manualId, async (manual) => {
      const entries = this.#entries(await pathsIn(manual), dir);
      return { path: dir, entries, skipped: skippedIn(manual, dir) };
    });
  }

  /** Documents that lay in a manual in formats that are not read. */
  async unread(manualId: string): Promise<readonly SkippedCount[]> {
    return await this.store.use(
      manualId,
      ({ published: { skipped } }) =>
        Promise.resolve(summed(skipped.flatMap(([, own]) => own))),
    );
  }

  #entries(paths: readonly string[], dir: string): LibraryEntry[] {
    const names = new Map<string, LibraryEntry>();
    for (const path of pathsBelow(paths, dir, { parameter: "id" })) {
      const rest = dir === "" ? path : path.slice(dir.length + 1);
      const slash = rest.indexOf("/");
      const name = slash < 0 ? rest : rest.slice(0, slash);
      const format = slash < 0 ? this.#formats.of(name) : undefined;
      if (names.has(name)) continue;
      if (slash >= 0) names.set(name, { kind: "dir", name });
      else if (format) names.set(name, { kind: "file", name, format });
    }
    return [...names.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  }

  /** The files below a path. */
  async walk(manualId: string, path: string): Promise<LibraryFiles> {
    const dir = checkedPath(path);
    return await this.store.use(manualId, async (manual) => {
      const paths = pathsBelow(await pathsIn(manual), dir);
      return { paths: paths.filter((one) => !one.endsWith("/")), skipped: [] };
    });
  }

  /** Reads a file. */
  async read(manualId: string, path: string): Promise<ManualFile> {
    const checked = checkedPath(path);
    return await this.store.use(manualId, async (manual) => {
      const rows = await manual.table.query()
        .where(`path = ${literal(checked)} AND piece = 0`)
        .select(["text", "hash", "problem"]).toArrow();
      const [text] = column<string>(rows, "text");
      const [problem] = column<string>(rows, "problem");
      const [fingerprint = ""] = column<string>(rows, "hash");
      const format = this.#formats.of(checked);
      if (checked === "" || text === undefined || !format) {
        return await this.#missing(manual, checked);
      }
      if (problem === "undecodable") {
        throw new ManualError({ kind: "undecodable", path: checked });
      }
      if (problem === "too_large") {
        const { maxFileBytes: maxBytes } = await this.store.manifest();
        throw new ManualError({ kind: "tooLarge", path: checked, maxBytes });
      }
      if (problem !== "") {
        const fault = "unreadable";
        throw new ManualError({ kind: "access", path: checked, fault });
      }
      return { path: checked, format, text, fingerprint };
    });
  }

  /** Why a path does not name a file. */
  async #missing(manual: OpenManual, path: string): Promise<never> {
    const paths = await pathsIn(manual);
    const isDirectory = path === "" ||
      paths.some((one) => one.startsWith(`${path}/`));
    throw new ManualError({
      kind: isDirectory ? "readDirectory" : "missingPath",
      path,
    });
  }
}

/** As it is checked among files, too. */
function checkedPath(path: string): string {
  const checked = checkPath(path);
  refuseHidden(checked);
  return checked;
}

/** The paths of all files, and of directories that no file tells. */
async function pathsIn(manual: OpenManual): Promise<readonly string[]> {
  const { published: { bare } } = manual;
  const paths = await manual.paths();
  return bare.length > 0 ? [...paths, ...bare] : paths;
}

/** The paths below a directory; of a file, itself. */
function pathsBelow(
  paths: readonly string[],
  dir: string,
  listed?: { readonly parameter: "id" },
): string[] {
  if (dir === "") return [...paths];
  const below = paths.filter((path) => path.startsWith(`${dir}/`));
  if (below.length > 0) return below;
  if (!paths.includes(dir)) {
    throw new ManualError({ kind: "missingPath", path: dir });
  }
  if (listed) {
    throw new ManualError({ kind: "listedFile", ...listed, path: dir });
  }
  return [dir];
}

/** Documents that are not read: of a manual itself, all below it. */
function skippedIn(
  { published: { skipped, problems } }: OpenManual,
  dir: string,
): SkippedCount[] {
  const own = skipped.flatMap(([directory, own]) =>
    dir === "" || directory === dir ? own : []
  );
  const undecodable = problems.flatMap(([path, problem]): SkippedCount[] => {
    if (problem !== "undecodable" || dirOf(path) !== dir) return [];
    const ending = path.slice(path.lastIndexOf(".")).toLowerCase();
    return [{ reason: problem, ending, count: 1 }];
  });
  return summed([...own, ...undecodable]);
}
