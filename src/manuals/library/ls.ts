import { ManualError } from "../errors.ts";
import { makeId, readId, ROOT_ID } from "./ids.ts";
import type { ManualLibrary } from "./manual_library.ts";

/** A manual, or a directory or file of one. */
export interface LsItem {
  /** To list a directory with. */
  readonly id: string;
  /** Its own name. */
  readonly name: string;
  /** Only directories can be listed. */
  readonly kind: "dir" | "file";
  /** Relative to the manual; a manual itself has none. */
  readonly path?: string;
  /** Of a file: the type of its format. */
  readonly file_type?: string;
}

/** What a directory holds: directories first, each sorted by code unit. */
export interface LsResult {
  /** What was listed. */
  readonly id: string;
  /** What it holds. */
  readonly items: readonly LsItem[];
}

/** Lists the manuals, or what a directory with an id of such a list holds. */
export async function ls(
  library: ManualLibrary,
  id: string = ROOT_ID,
): Promise<LsResult> {
  if (id === ROOT_ID) {
    const items = (await library.manuals())
      .map(({ id }): LsItem => ({ id, name: id, kind: "dir" }));
    return { id, items };
  }
  const target = readId(id);
  if (target.kind === "file") {
    const { path } = target;
    throw new ManualError({ kind: "listedFile", parameter: "id", path });
  }
  const { manual } = target;
  const { path: dir, entries } = await library.list(manual, target.path);
  const dirs: LsItem[] = [];
  const files: LsItem[] = [];
  for (const entry of entries) {
    const { name, kind } = entry;
    const path = dir === "" ? name : `${dir}/${name}`;
    const item = { id: makeId({ kind, manual, path }), name, kind, path };
    if (entry.kind === "dir") dirs.push(item);
    else files.push({ ...item, file_type: entry.format.type });
  }
  return { id, items: [...dirs, ...files] };
}
