import { compact } from "./compact.ts";
import { type FileEntries, findFiles } from "./file_entries.ts";
import { FileIndexer, type FileIndexerOptions } from "./file_indexer.ts";
import { IndexView } from "./index_view.ts";
import type { Segment } from "./segment.ts";
import type { Slices } from "./slices.ts";

/** The segments of a manual while its files change, and the view of them. */
export class LiveSegments {
  readonly #options: FileIndexerOptions;
  #segments: readonly Segment[] = [];
  /** Taken from elsewhere: not searched before all their files are known. */
  #adopted: readonly Segment[] = [];
  #indexer: FileIndexer | undefined;
  /** Made when it is asked for: many files may change before that. */
  #view: IndexView | undefined;

  /** Starts without any. */
  constructor(options: FileIndexerOptions) {
    this.#options = options;
  }

  /** What can be searched. */
  get view(): IndexView {
    this.#collect();
    return this.#view ??= new IndexView(this.#segments);
  }

  /** How many files there are, those that were replaced included. */
  get size(): number {
    return this.#segments.reduce((sum, { fileCount }) => sum + fileCount, 0);
  }

  /** Whether there is something that is not searched yet. */
  get adopts(): boolean {
    return this.#adopted.length > 0;
  }

  /** Forgets everything and begins with some. */
  reset(segments: readonly Segment[] = []): void {
    this.#segments = segments;
    this.#adopted = [];
    this.#indexer = this.#view = undefined;
  }

  /** Takes those of another manual, which may have files in common with it. */
  adopt(segments: readonly Segment[]): void {
    this.#adopted = segments;
  }

  /** Makes what was adopted a part of the manual. */
  reveal(): void {
    this.#collect();
    if (!this.adopts) return;
    this.#segments = [...this.#adopted, ...this.#segments];
    this.#adopted = [];
    this.#view = undefined;
  }

  /** Reads files into new segments. */
  get indexer(): FileIndexer {
    return this.#indexer ??= new FileIndexer(this.#options);
  }

  /** Where some files are indexed. */
  find(paths: ReadonlySet<string>): FileEntries {
    this.#collect();
    return findFiles([...this.#adopted, ...this.#segments], paths);
  }

  /** Takes a file out. */
  forget(path: string, entries: FileEntries): void {
    for (const { segment, file } of entries.get(path) ?? []) segment.kill(file);
    // The counts of the old view are no longer true.
    this.#view = undefined;
  }

  /** Makes searchable what was indexed since. */
  #collect(): void {
    const made = this.#indexer?.take();
    if (!made?.length) return;
    this.#segments = [...this.#segments, ...made];
    this.#view = undefined;
  }

  /**
   * Joins what changes left behind, unless something changes meanwhile.
   *
   * @returns All segments, or nothing when `isCurrent` says no.
   */
  async compact(
    slices: Slices,
    isCurrent: () => boolean,
  ): Promise<readonly Segment[] | undefined> {
    const before = this.#segments;
    const segments = await compact(before, this.#options.classes, slices);
    if (!isCurrent()) return undefined;
    if (segments !== before) this.#view = undefined;
    return this.#segments = segments;
  }
}
