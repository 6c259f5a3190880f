import { ManualError } from "../errors.ts";
import { makeId, readId, ROOT_ID } from "./ids.ts";
import type { Library } from "./library.ts";
import { type FileType, fileTypeOf } from "../formats/file_type.ts";

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
  /** Of a file: by its ending. */
  readonly file_type?: FileType;
}

/** What a directory holds: directories first, each sorted by code unit. */
export interface LsResult {
  /** What was listed. */
  readonly id: string;
  /** What it holds. */
  readonly items: readonly LsItem[];
}

/** Lists the manuals, or what a directory with an id of such a list holds. */
export function ls(library: Library, id: string = ROOT_ID): LsResult {
  if (id === ROOT_ID) {
    const items = library.names()
      .map((name): LsItem => ({ id: name, name, kind: "dir" }));
    return { id, items };
  }
  const target = readId(id);
  if (target.kind === "file") throw noDirectory(target.path);
  const { manual } = target;
  const { place, path: dir, stat } = library.resolve(manual, target.path);
  if (stat.kind !== "dir") throw noDirectory(dir);
  const dirs: LsItem[] = [];
  const files: LsItem[] = [];
  for (const { name, kind } of library.list(place, dir || manual)) {
    const path = dir === "" ? name : `${dir}/${name}`;
    const item = { id: makeId({ kind, manual, path }), name, kind, path };
    const type = fileTypeOf(name);
    if (kind === "dir") dirs.push(item);
    else if (type) files.push({ ...item, file_type: type });
  }
  return { id, items: [...dirs, ...files] };
}

function noDirectory(path: string): ManualError {
  return new ManualError({ kind: "listedFile", parameter: "id", path });
}
