import { ManualError } from "../errors.ts";
import { makeId, readId } from "./ids.ts";
import {
  type CursorInput,
  integer,
  MAX_LISTED,
  readCursor,
} from "./arguments.ts";
import type { WalkOptions } from "./corpus.ts";
import type { ManualLibrary } from "./manual_library.ts";
import { ROOT_ID } from "../../text/manual_names.ts";
import type { SkippedCount } from "./skipped_documents.ts";

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
  /** What it holds, at most 200. */
  readonly items: readonly LsItem[];
  /** Where the list goes on; absent on its last page. */
  readonly next_cursor?: { readonly offset: number };
  /** Documents that are there and are not read; absent where there are none. */
  readonly skipped?: readonly SkippedCount[];
}

/** Where a list goes on. */
export interface LsCursor {
  /** How many items were listed before. */
  readonly offset?: number | null;
}

/** What to list. */
export interface LsParams {
  /** The id of a directory from an earlier list; the manuals when absent. */
  readonly id?: string | null;
  /** `next_cursor` of the page before, or its offset. */
  readonly cursor?: CursorInput<LsCursor>;
}

/** Lists the manuals, or what a directory with an id of such a list holds. */
export async function ls(
  library: ManualLibrary,
  params: LsParams,
  options: WalkOptions,
): Promise<LsResult> {
  const id = params.id ?? ROOT_ID;
  const cursor = readCursor<LsCursor>(params.cursor, "offset");
  const offset = integer(cursor.offset, "cursorOffset", {
    min: 0,
    fallback: 0,
  });
  const { items, skipped } = await listed(library, id, options);
  const end = offset + MAX_LISTED.max;
  return {
    id,
    items: items.slice(offset, end),
    ...end < items.length && { next_cursor: { offset: end } },
    ...skipped.length > 0 && { skipped },
  };
}

async function listed(
  library: ManualLibrary,
  id: string,
  options: WalkOptions,
): Promise<Required<Pick<LsResult, "items" | "skipped">>> {
  if (id === ROOT_ID) {
    const items = (await library.manuals())
      .map(({ id }): LsItem => ({ id, name: id, kind: "dir" }));
    return { items, skipped: await library.besides?.() ?? [] };
  }
  const target = readId(id);
  if (target.kind === "file") {
    const { path } = target;
    throw new ManualError({ kind: "listedFile", parameter: "id", path });
  }
  const { manual } = target;
  const { path: dir, entries, skipped = [] } = await library
    .list(manual, target.path, options);
  const dirs: LsItem[] = [];
  const files: LsItem[] = [];
  for (const entry of entries) {
    const { name, kind } = entry;
    const path = dir === "" ? name : `${dir}/${name}`;
    const item = { id: makeId({ kind, manual, path }), name, kind, path };
    if (entry.kind === "dir") dirs.push(item);
    else files.push({ ...item, file_type: entry.format.type });
  }
  return { items: [...dirs, ...files], skipped };
}
