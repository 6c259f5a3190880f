import type { CorpusFile, FileProblem } from "../../../library/corpus.ts";
import {
  FileIndexer,
  type FileIndexerOptions,
  type ReadFile,
} from "../../local/index/file_indexer.ts";
import { IndexView } from "../../local/index/index_view.ts";
import { countTerms } from "../../local/index/count_terms.ts";
import { linksOf } from "../../local/index/link_segment.ts";
import { piecesOf, readPiece } from "../../local/index/pieces.ts";
import type { Segment } from "../../local/index/segment.ts";
import { wordsOf } from "../../local/index/words.ts";
import { EMPTY_ROW, LINK, type StoreRow } from "../rows.ts";

/** By how much a manual has more than before, or less. */
export interface ManualChange {
  files: number;
  rows: number;
  sections: number;
  tokens: number;
  /** By term. */
  readonly counts: Map<string, number>;
  /** Words that may be new. */
  readonly words: Set<string>;
}

// So much text is indexed together: what files share is worked out once.
const BATCH_BYTES = 24_000_000;
const NOTHING = new Uint8Array();

/** Turns files into rows, and counts what they hold. */
export class ManualWriter {
  /** What was added and removed in all. */
  readonly change: ManualChange = {
    ...{ files: 0, rows: 0, sections: 0, tokens: 0 },
    counts: new Map(),
    words: new Set(),
  };
  readonly #options: FileIndexerOptions;
  readonly #indexer: FileIndexer;
  readonly #encoder = new TextEncoder();
  /** The texts of files that were added since rows were taken. */
  readonly #waiting = new Map<
    string,
    Pick<StoreRow, "hash" | "text" | "problem">
  >();
  #bytes = 0;

  /** Starts with nothing. */
  constructor(options: FileIndexerOptions) {
    this.#options = options;
    this.#indexer = new FileIndexer(options);
  }

  /** Reads a file. */
  read(file: CorpusFile): ReadFile {
    return this.#indexer.read(file);
  }

  /** Adds a file, or says why it cannot be searched. */
  add(file: CorpusFile): FileProblem | undefined {
    const read = this.read(file);
    const added = this.#indexer.add(file, read);
    const hash = "hash" in read ? writtenHash(read.hash) : read.problem;
    const isRead = "text" in added;
    const text = isRead ? this.#encoder.encode(added.text) : NOTHING;
    const problem = isRead ? "" : added.problem;
    this.#waiting.set(file.path, { hash, text, problem });
    this.#bytes += text.length;
    return isRead ? undefined : added.problem;
  }

  /** Rows should be taken. */
  get isFull(): boolean {
    return this.#bytes >= BATCH_BYTES;
  }

  /** The rows of what was added since the last time. */
  take(): StoreRow[] {
    const segments = this.#indexer.take();
    this.#count(segments, 1);
    for (const { columns } of segments) {
      for (const word of wordsOf(columns)) this.change.words.add(word);
    }
    const rows: StoreRow[] = [];
    for (const { path, number, terms, bytes } of piecesOf(segments)) {
      const { hash = "", text = NOTHING } = this.#waiting.get(path) ?? {};
      const piece = { path, piece: number, hash, text, terms, bytes };
      rows.push({ ...EMPTY_ROW, ...piece });
      // The text of a file stands in its first row.
      this.#waiting.set(path, { hash, text: NOTHING, problem: "" });
    }
    const cut = new Set(rows.map(({ path }) => path));
    for (const [path, file] of this.#waiting) {
      if (cut.has(path)) continue;
      rows.push({ ...EMPTY_ROW, path, ...file });
    }
    for (const { path, place, terms, tokens } of linksOf(segments)) {
      const text = this.#encoder.encode(place);
      const link = { path, piece: LINK, text, anchor: terms, bytes: tokens };
      rows.push({ ...EMPTY_ROW, ...link });
    }
    this.#waiting.clear();
    this.#bytes = 0;
    return rows;
  }

  /** Takes away the pieces of files that are replaced or gone. */
  remove(pieces: readonly Uint8Array[]): void {
    const { classes } = this.#options;
    const segments = pieces.filter(({ length }) => length > 0)
      .map((piece) => readPiece(piece, classes));
    this.#count(segments, -1);
  }

  #count(segments: readonly Segment[], sign: 1 | -1): void {
    const { change } = this;
    const { files, rows, sections } = new IndexView(segments);
    change.files += sign * files;
    change.rows += sign * rows;
    change.sections += sign * sections;
    for (const segment of segments) {
      change.tokens += sign * segment.liveTokens;
      countTerms(segment, change.counts, sign);
    }
  }
}

/** A hash as it stands in a row. */
export function writtenHash(hash: number): string {
  return hash.toString(36);
}
