/**
 * Documents that are there but belong to no manual: whoever put them there
 * should hear of it. Pictures, archives and programs are not counted.
 *
 * @module
 */
import { FileError, type Files } from "../../runtime/runtime.ts";
import type { FormatTable } from "../formats/format.ts";
import {
  join,
  readFileBytes,
  textOf,
  type WalkOptions,
  yieldToOthers,
} from "./corpus.ts";
import { isHidden } from "../../text/manual_names.ts";

/** Why documents do not belong to a manual. */
export type SkipReason = "in_root" | "other_format" | "undecodable";

/** How many documents of one kind are left out. */
export interface SkippedCount {
  /** Why they are. */
  readonly reason: SkipReason;
  /** How their names end, with the dot and in lower case. */
  readonly ending: string;
  /** How many documents there are of that kind. */
  readonly count: number;
}

/** What people write documents in, besides what is read. */
const DOCUMENTS: ReadonlySet<string> = new Set(
  ("asc asciidoc csv djvu doc docbook docx epub htm html ipynb mdown mediawiki " +
    "mht mhtml mkd mkdn odp ods odt org pdf pod ppt pptx ps rest rtf shtml tex " +
    "texi text textile tsv wiki xhtml xls xlsx xml yaml yml")
    .split(" ").map((name) => `.${name}`),
);

// A look that takes longer than this is not worth what it finds.
const MAX_ENTRIES = 50_000;
const MAX_READ_BYTES = 4_000_000;
// So many directories are listed before others have their turn.
const SLICE_DIRS = 50;

/** One count for each reason and ending, sorted by them. */
export function summed(all: readonly SkippedCount[]): SkippedCount[] {
  const sums = new Map<string, SkippedCount>();
  for (const each of all) {
    const key = `${each.reason} ${each.ending}`;
    const count = (sums.get(key)?.count ?? 0) + each.count;
    sums.set(key, { ...each, count });
  }
  return [...sums.keys()].sort().flatMap((key) => sums.get(key) ?? []);
}

/** Counts documents by why they are left out and by how they end. */
export class SkippedDocuments {
  readonly #formats: FormatTable;
  readonly #counts = new Map<
    string,
    { -readonly [K in keyof SkippedCount]: SkippedCount[K] }
  >();

  /** Starts with none. */
  constructor(formats: FormatTable) {
    this.#formats = formats;
  }

  /** The counts, sorted by reason and ending. */
  get counts(): SkippedCount[] {
    return [...this.#counts.keys()].sort()
      .flatMap((key) => this.#counts.get(key) ?? []);
  }

  #add(reason: SkipReason, name: string): void {
    const ending = endingOf(name);
    const key = `${reason} ${ending}`;
    const known = this.#counts.get(key);
    if (known) known.count++;
    else this.#counts.set(key, { reason, ending, count: 1 });
  }

  /** Adds a file beside the manuals, if it is a document. */
  addInRoot(name: string): void {
    if (this.#formats.of(name) || isDocument(name)) this.#add("in_root", name);
  }

  /** Adds documents of other formats in a directory and all below it. */
  async addBelow(
    files: Files,
    directory: string,
    options: WalkOptions,
  ): Promise<void> {
    const pending = [directory];
    let left = MAX_ENTRIES;
    let listed = 0;
    for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
      for (const { name, kind } of this.addIn(files, dir)) {
        if (--left < 0) return;
        if (kind === "dir" && !isHidden(name)) pending.push(join(dir, name));
      }
      if (++listed % SLICE_DIRS === 0) await yieldToOthers(options);
    }
  }

  /** Adds documents of other formats in a directory; returns what it holds. */
  addIn(files: Files, directory: string): ReturnType<Files["listSync"]> {
    const entries = list(files, directory);
    for (const { name, kind } of entries) {
      if (kind !== "file" || isHidden(name)) continue;
      if (isDocument(name) && !this.#formats.of(name)) {
        this.#add("other_format", name);
      }
    }
    return entries;
  }

  /** Adds files of a directory that cannot be decoded. */
  addUndecodable(
    files: Files,
    directory: string,
    names: Iterable<string>,
  ): void {
    let left = MAX_READ_BYTES;
    for (const name of names) {
      const read = readFileBytes(files, join(directory, name), left);
      if ("problem" in read) continue;
      if ("problem" in textOf(read.bytes)) this.#add("undecodable", name);
      left -= read.bytes.length;
      if (left <= 0) return;
    }
  }
}

/** What cannot be listed is not counted: the walk for a search tells of it. */
function list(files: Files, dir: string): ReturnType<Files["listSync"]> {
  try {
    return files.listSync(dir);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

function isDocument(name: string): boolean {
  return DOCUMENTS.has(endingOf(name));
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot).toLowerCase();
}
