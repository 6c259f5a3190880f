import { compact } from "./compact.ts";
import { FileIndexer } from "./file_indexer.ts";
import {
  type Corpus,
  type CorpusFile,
  type FileProblem,
  hasSameFiles,
  isSameFile,
  refreshCorpus,
  walkManual,
} from "../../../library/corpus.ts";
import { type FileEntries, findFiles } from "./file_entries.ts";
import { type IndexSnapshot, unscannedFiles } from "./index_snapshot.ts";
import type { StoredIndex } from "./index_store.ts";
import { IndexView } from "./index_view.ts";
import { DamagedIndexError } from "./lazy_bytes.ts";
import type {
  ManualIndexOptions,
  WaitOptions,
} from "./manual_index_options.ts";
import { unlessRacy, type WalkTime, withoutRaces } from "./recent_changes.ts";
import { filesTooLarge, filesToRetry } from "./retries.ts";
import type { Segment } from "./segment.ts";
import { SharedJob } from "./shared_job.ts";
import { Slices } from "./slices.ts";

/**
 * The index of one manual: built at first use, brought up to date by what the
 * file system says, kept in a store. Owned by whoever made it, who calls
 * `close` at the end.
 */
export class ManualIndex {
  readonly #options: ManualIndexOptions;
  readonly #job: SharedJob;
  #corpus: Corpus | undefined;
  #indexed: Map<string, CorpusFile> | undefined;
  #problems = new Map<string, FileProblem>();
  /** Some files are to be read again although they did not change. */
  #stale = false;
  #segments: readonly Segment[] = [];
  #indexer: FileIndexer | undefined;
  #todo: CorpusFile[] = [];
  #view = new IndexView([]);
  #version = 0;
  #sweptAt = -Infinity;
  #loaded = false;
  #stored: StoredIndex | undefined;
  #saving: Promise<void> = Promise.resolve();
  readonly #waiting = new Set<WaitOptions>();

  /** Nothing is read before the first {@linkcode ManualIndex.current}. */
  constructor(options: ManualIndexOptions) {
    this.#options = options;
    this.#job = new SharedJob(
      options.clock,
      (signal, pausing) =>
        this.#update(new Slices(options.clock, { signal, pausing })),
    );
  }

  /**
   * The index as the files are now, or as far as it got in time: building goes
   * on after that. Waiting ends with the signal's reason when it is aborted,
   * and so does the work unless someone else waits for it.
   */
  async current(options: WaitOptions): Promise<IndexSnapshot> {
    options.signal?.throwIfAborted();
    const age = this.#options.clock.monotonic() - this.#sweptAt;
    if (age >= this.#options.refreshMs || this.#todo.length > 0) {
      const { signal = new AbortController().signal, timeMs } = options;
      this.#waiting.add(options);
      await this.#job.wait(signal, timeMs)
        .finally(() => this.#waiting.delete(options));
    }
    this.#collect();
    return {
      root: this.#options.root,
      view: this.#view,
      unscanned: unscannedFiles(this.#corpus, this.#problems, this.#todo),
      version: this.#version,
    };
  }

  /** Waits until what is being built and written is done. */
  async settled(): Promise<void> {
    await this.#job.settled();
    await this.#saving;
  }

  /** Stops all work. */
  close(): void {
    this.#job.stop();
    this.#closeStore();
  }

  /** Forgets everything, so that the next use builds the index anew. */
  discard(): void {
    this.#closeStore();
    this.#corpus = this.#indexed = undefined;
    this.#problems.clear();
    this.#segments = [];
    this.#todo = [];
    this.#indexer = undefined;
    this.#view = new IndexView([]);
    this.#version++;
    this.#sweptAt = -Infinity;
  }

  #closeStore(): void {
    this.#stored?.close();
    this.#stored = undefined;
  }

  async #update(slices: Slices): Promise<void> {
    const { files, root, clock, formats } = this.#options;
    this.#load();
    const walk = { pause: () => slices.pauseIfOver(), formats };
    const began = clock.now();
    const corpus = this.#corpus
      ? await refreshCorpus(files, root, this.#corpus, walk)
      : await walkManual(files, root, walk);
    const time = { began, ended: clock.now() };
    const problems = this.#problems;
    this.#readAgain(filesToRetry({ ...this.#options, problems }));
    const same = this.#corpus && hasSameFiles(corpus, this.#corpus);
    if (!same || this.#todo.length > 0 || this.#stale) {
      await this.#bringUpToDate(corpus, slices, time)
        .catch(async (error: unknown) => {
          if (!(error instanceof DamagedIndexError)) throw error;
          this.discard();
          await this.#bringUpToDate(corpus, slices, time);
        });
    } else if (corpus !== this.#corpus) {
      // A directory changed, but not by what concerns us.
      this.#corpus = withoutRaces(corpus, time);
    }
    // A search found the index damaged meanwhile: all over again.
    if (!this.#corpus) return await this.#update(slices);
    this.#sweptAt = clock.monotonic();
  }

  #load(): void {
    if (this.#loaded) return;
    const stored = this.#readStore();
    this.#loaded = true;
    if (!stored) return;
    const { state } = stored;
    this.#stored = stored;
    this.#corpus = state.corpus;
    this.#problems = new Map(state.problems);
    this.#segments = state.segments;
    this.#view = new IndexView(state.segments);
    const { problems } = state;
    this.#readAgain(
      filesTooLarge(state.corpus, { ...this.#options, problems }),
    );
  }

  #readAgain(paths: readonly string[]): void {
    for (const path of paths) {
      this.#known().set(path, { path, size: -1, mtimeMs: -1, ctimeSec: -1 });
      this.#stale = true;
    }
  }

  #known(): Map<string, CorpusFile> {
    return this.#indexed ??= new Map(
      this.#corpus?.files.map((file) => [file.path, file]),
    );
  }

  #readStore(): StoredIndex | undefined {
    try {
      return this.#options.store?.load();
    } catch (error) {
      this.#warn("read", error);
      return undefined;
    }
  }

  async #bringUpToDate(
    corpus: Corpus,
    slices: Slices,
    time: WalkTime,
  ): Promise<void> {
    // What a stopped run has indexed may have changed since.
    this.#collect();
    // First of all: a save under way must not bring back what goes now.
    this.#version++;
    const known = this.#known();
    const present = new Set(corpus.files.map((file) => file.path));
    const removed = [...known.keys()].filter((path) => !present.has(path));
    const changed = corpus.files
      .filter((file) => !isSameFile(file, known.get(file.path)));
    const stale = new Set([...removed, ...changed.map(({ path }) => path)]);
    const entries = findFiles(this.#segments, stale);
    for (const path of removed) {
      this.#forget(path, entries);
      if (slices.over) await slices.pauseIfOver();
    }
    this.#todo = changed.reverse();
    this.#corpus = withoutRaces(corpus, time);
    // And again: what was found meanwhile may hold some of it.
    this.#version++;
    await this.#indexTodo(slices, time, entries);
    this.#stale = false;
    this.#collect();
    this.#scheduleSave();
  }

  async #indexTodo(
    slices: Slices,
    time: WalkTime,
    entries: FileEntries,
  ): Promise<void> {
    const total = this.#todo.length;
    // Loading and indexing take long: whoever waits may now give up.
    await slices.pause();
    const indexer = this.#indexer ??= new FileIndexer(this.#options);
    for (let file = this.#todo.at(-1); file; file = this.#todo.at(-1)) {
      this.#forget(file.path, entries);
      const problem = indexer.add(file);
      if (problem) this.#problems.set(file.path, problem);
      this.#indexed?.set(file.path, unlessRacy(file, time));
      this.#todo.pop();
      if (!slices.over) continue;
      const done = total - this.#todo.length;
      for (const { progress } of this.#waiting) progress?.(done, total);
      await slices.pauseIfOver();
    }
  }

  #forget(path: string, entries: FileEntries): void {
    if (!this.#indexed?.delete(path)) return;
    this.#problems.delete(path);
    for (const { segment, file } of entries.get(path) ?? []) segment.kill(file);
    // The counts of the old view are no longer true.
    this.#view = new IndexView(this.#segments);
  }

  /** Makes searchable what was indexed since. */
  #collect(): void {
    const made = this.#indexer?.take();
    if (!made?.length) return;
    this.#segments = [...this.#segments, ...made];
    this.#view = new IndexView(this.#segments);
  }

  #scheduleSave(): void {
    const version = this.#version;
    this.#saving = this.#saving.then(() => this.#save(version))
      .catch((error: unknown) => {
        if (error instanceof DamagedIndexError) this.discard();
        this.#warn("write", error);
      });
  }

  /** Joins what changes left behind, and stores the index if it is kept. */
  async #save(version: number): Promise<void> {
    const { clock, classes, store } = this.#options;
    const slices = new Slices(clock);
    const before = this.#segments;
    if (version !== this.#version || !this.#corpus) return;
    const segments = await compact(before, classes, slices);
    // Changed in between: the save that follows that change does it.
    if (version !== this.#version) return;
    this.#segments = segments;
    this.#view = new IndexView(segments);
    if (!store) return;
    await store.save({
      corpus: this.#corpus,
      // A copy: the next change may come before all is written.
      problems: new Map(this.#problems),
      segments,
    });
    // To write it, all of it was read.
    this.#closeStore();
  }

  #warn(action: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.warn?.(
      `cannot ${action} the index of ${this.#options.root}: ${reason}; going on without`,
    );
  }
}
