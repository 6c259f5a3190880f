import {
  type Corpus,
  type CorpusFile,
  type FileProblem,
  hasSameFiles,
  isSameFile,
  walkManual,
} from "../../../library/corpus.ts";
import { CorpusTable } from "../../../library/corpus_table.ts";
import { refreshCorpus } from "../../../library/refresh_corpus.ts";
import type { FileEntries } from "./file_entries.ts";
import { IndexKeeper } from "./index_keeper.ts";
import { type IndexSnapshot, unscannedFiles } from "./index_snapshot.ts";
import { DamagedIndexError } from "./lazy_bytes.ts";
import { LiveSegments } from "./live_segments.ts";
import type {
  ManualIndexOptions,
  WaitOptions,
} from "./manual_index_options.ts";
import { PacedJob } from "./paced_job.ts";
import { unlessRacy, type WalkTime, withoutRaces } from "./recent_changes.ts";
import { filesToRetry, UNKNOWN } from "./retries.ts";
import { SharedJob } from "./shared_job.ts";
import { Slices } from "./slices.ts";

/**
 * The index of one manual: built at first use, brought up to date by what the
 * file system says, kept in a store. Who made it calls `close` at the end.
 */
export class ManualIndex {
  readonly #options: ManualIndexOptions;
  readonly #job: SharedJob;
  readonly #saves: PacedJob;
  readonly #keeper: IndexKeeper;
  #corpus: Corpus | undefined;
  /** What is indexed, by path; absent while it is what the corpus says. */
  #indexed: Map<string, CorpusFile> | undefined;
  #problems = new Map<string, FileProblem>();
  /** Some files are to be read again although they did not change. */
  #stale = false;
  readonly #segments: LiveSegments;
  #todo: CorpusFile[] = [];
  /** Others before and after this one may be of the same manual. */
  readonly #id = crypto.randomUUID();
  #version = 0;
  /** What a save found; the next sweep builds anew. */
  #damaged = false;
  /** Corpus and segments belong together. */
  #complete = false;
  #sweptAt = -Infinity;
  #loaded = false;
  readonly #waiting = new Set<WaitOptions>();

  /** Nothing is read before the first {@linkcode ManualIndex.current}. */
  constructor(options: ManualIndexOptions) {
    this.#options = options;
    this.#segments = new LiveSegments(options);
    this.#keeper = new IndexKeeper(options);
    this.#job = new SharedJob(
      options.clock,
      (signal, pausing) =>
        this.#update(new Slices(options.clock, { signal, pausing })),
    );
    this.#saves = new PacedJob(
      options.clock,
      () =>
        this.#save().catch((error: unknown) => {
          this.#damaged ||= error instanceof DamagedIndexError;
          this.#keeper.warn("write", error);
        }),
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
    const hidden = this.#segments.adopts ? this.#corpus?.files : undefined;
    const todo = hidden ?? this.#todo;
    return {
      root: this.#options.root,
      view: this.#segments.view,
      unscanned: unscannedFiles(this.#corpus, this.#problems, todo),
      version: `${this.#id} ${this.#version}`,
    };
  }

  /** How many files are indexed. */
  get size(): number {
    return this.#segments.size;
  }

  /** Waits until what is being built and written is done. */
  async settled(): Promise<void> {
    await this.#job.settled();
    await this.#saves.settled();
  }

  /** Stops indexing, writes what there is to write, and lets go of it all. */
  async close(): Promise<void> {
    this.#job.stop();
    await this.settled();
    this.#keeper.close();
  }

  /** Forgets everything, so that the next use builds the index anew. */
  discard(): void {
    this.#keeper.close();
    this.#corpus = this.#indexed = undefined;
    this.#problems.clear();
    this.#segments.reset();
    this.#todo = [];
    this.#version++;
    this.#damaged = false;
    this.#complete = false;
    this.#sweptAt = -Infinity;
  }

  async #update(slices: Slices): Promise<void> {
    const { files, root, clock, formats } = this.#options;
    if (this.#damaged) this.discard();
    const isNew = !this.#loaded && !this.#corpus;
    if (isNew) await this.#load();
    const walk = { pause: () => slices.pauseIfOver(), formats };
    const began = clock.now();
    const corpus = this.#corpus
      ? await refreshCorpus(files, root, this.#corpus, walk)
      : await walkManual(files, root, walk);
    const time = { began, ended: clock.now() };
    if (isNew && !this.#corpus) await this.#loadSimilar(corpus);
    this.#readAgain(
      filesToRetry({ ...this.#options, problems: this.#problems }),
    );
    const known = this.#corpus;
    const same = known && hasSameFiles(corpus, known);
    if (!same || this.#todo.length > 0 || this.#stale) {
      await this.#bringUpToDate(corpus, slices, time)
        .catch(async (error: unknown) => {
          if (!(error instanceof DamagedIndexError)) throw error;
          this.discard();
          await this.#bringUpToDate(corpus, slices, time);
        });
    } else if (corpus !== known) {
      // A directory changed, but not by what concerns us.
      const { dirs } = withoutRaces(corpus, time);
      this.#corpus = { ...corpus, dirs, files: known.files };
    }
    // A search found the index damaged meanwhile: all over again.
    if (!this.#corpus) return await this.#update(slices);
    if (this.#keeper.isDue) this.#saves.request();
    this.#sweptAt = clock.monotonic();
  }

  async #load(): Promise<void> {
    const state = await this.#keeper.read((store) => store.load());
    this.#loaded = !this.#keeper.isUnread;
    if (!state) return;
    this.#corpus = state.corpus;
    this.#problems = new Map(state.problems);
    this.#segments.reset(state.segments);
    this.#complete = true;
  }

  /** Takes over what an index of the same manual, elsewhere, has in common. */
  async #loadSimilar(corpus: Corpus): Promise<void> {
    const state = await this.#keeper.read((store) => store.loadSimilar(corpus));
    if (!state) return;
    const { corpus: { files }, problems, segments } = state;
    this.#segments.adopt(segments);
    this.#indexed = new Map();
    for (const { path, hash } of files) {
      if (hash === undefined || problems.has(path)) continue;
      this.#indexed.set(path, { ...UNKNOWN, path, hash });
    }
  }

  #readAgain(paths: readonly string[]): void {
    for (const path of paths) {
      this.#known().set(path, { ...UNKNOWN, path });
      this.#stale = true;
    }
  }

  #known(): Map<string, CorpusFile> {
    const { files = [] } = this.#corpus ?? {};
    return this.#indexed ??= new Map(files.map((file) => [file.path, file]));
  }

  async #bringUpToDate(
    corpus: Corpus,
    slices: Slices,
    time: WalkTime,
  ): Promise<void> {
    // First of all: a save under way must not bring back what goes now.
    this.#version++;
    this.#complete = false;
    const known = this.#known();
    const present = new Set(corpus.files.map((file) => file.path));
    const removed = [...known.keys()].filter((path) => !present.has(path));
    const changed = corpus.files
      .filter((file) => !isSameFile(file, known.get(file.path)));
    const stale = new Set([...removed, ...changed.map(({ path }) => path)]);
    const entries = this.#segments.find(stale);
    for (const path of removed) {
      this.#forget(path, entries);
      if (slices.over) await slices.pauseIfOver();
    }
    if (this.#indexed !== known) return;
    this.#todo = changed.reverse();
    this.#corpus = withoutRaces(corpus, time);
    // And again: what was found meanwhile may hold some of it.
    this.#version++;
    await this.#indexTodo(slices, time, entries);
    if (this.#indexed !== known) return;
    this.#stale = false;
    this.#segments.reveal();
    const files = corpus.files.map((file) => known.get(file.path) ?? file);
    // In columns, which take a third of the memory.
    this.#corpus = new CorpusTable(
      CorpusTable.columnsOf({ ...this.#corpus, files }),
    );
    this.#indexed = undefined;
    this.#complete = true;
    this.#saves.request();
  }

  async #indexTodo(
    slices: Slices,
    time: WalkTime,
    entries: FileEntries,
  ): Promise<void> {
    const total = this.#todo.length;
    // Loading and indexing take long: whoever waits may now give up.
    await slices.pause();
    for (let file = this.#todo.at(-1); file; file = this.#todo.at(-1)) {
      this.#indexFile(unlessRacy(file, time), entries);
      this.#todo.pop();
      if (!slices.over) continue;
      const done = total - this.#todo.length;
      for (const { progress } of this.#waiting) progress?.(done, total);
      await slices.pauseIfOver();
    }
  }

  #indexFile(file: CorpusFile, entries: FileEntries): void {
    const { path } = file;
    const { indexer } = this.#segments;
    const read = indexer.read(file);
    const hash = "hash" in read ? read.hash : undefined;
    const known = this.#indexed?.get(path);
    // Of a file that was only touched, all that there is to know is known.
    if (hash === undefined || hash !== known?.hash) {
      this.#forget(path, entries);
      const added = indexer.add(file, read);
      if ("problem" in added) this.#problems.set(path, added.problem);
    }
    this.#indexed?.set(path, { ...file, ...hash !== undefined && { hash } });
  }

  #forget(path: string, entries: FileEntries): void {
    if (!this.#indexed?.delete(path)) return;
    this.#problems.delete(path);
    this.#segments.forget(path, entries);
  }

  /** Joins what changes left behind, and stores the index if it is kept. */
  async #save(): Promise<void> {
    const version = this.#version;
    // Changing just now: the save that follows that change does it.
    if (!this.#complete || !this.#corpus) return;
    const segments = await this.#segments.compact(
      new Slices(this.#options.clock),
      () => version === this.#version,
    );
    if (!segments) return;
    await this.#keeper.write({
      corpus: this.#corpus,
      // A copy: the next change may come before all is written.
      problems: new Map(this.#problems),
      segments,
    });
  }
}
