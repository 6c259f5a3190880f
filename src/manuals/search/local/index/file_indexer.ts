import type { Files } from "../../../../runtime/runtime.ts";
import {
  type CorpusFile,
  type FileProblem,
  join,
  readFileText,
} from "../../../library/corpus.ts";
import type { FormatTable } from "../../../formats/format.ts";
import { FORMATS } from "../../../formats/formats.ts";
import type { CharClasses } from "../tokens/char_class.ts";
import { sectionEntries } from "./section_entries.ts";
import type { Segment } from "./segment.ts";
import { SegmentBuilder } from "./segment_builder.ts";

/** What {@linkcode FileIndexer} reads and where. */
export interface FileIndexerOptions {
  readonly files: Files;
  readonly root: string;
  readonly classes: CharClasses;
  readonly formats?: FormatTable;
  readonly maxFileBytes: number;
}

/** Reads files one after the other into segments. */
export class FileIndexer {
  readonly #options: FileIndexerOptions;
  #builder: SegmentBuilder;
  #done: Segment[] = [];

  /** Starts with an empty segment. */
  constructor(options: FileIndexerOptions) {
    this.#options = options;
    this.#builder = new SegmentBuilder(options.classes);
  }

  /** Adds a file's sections, or says why it has none. */
  add(file: CorpusFile): FileProblem | undefined {
    const { files, root, maxFileBytes, formats = FORMATS } = this.#options;
    const read = readFileText(files, join(root, file.path), maxFileBytes);
    if ("problem" in read) return read.problem;
    const text = formats.searchText(file.path, read.text);
    const parsed = formats.parse(file.path, text);
    if (this.#builder.full) this.#close();
    this.#builder.addFile(file.path);
    for (const entry of sectionEntries(file.path, text, parsed)) {
      if (this.#builder.full) {
        // The rest of a huge file goes on in the next segment.
        this.#builder.splitFile();
        this.#close();
        this.#builder.addFile(file.path);
        this.#builder.splitFile();
      }
      this.#builder.addSection(entry);
    }
    return undefined;
  }

  #close(): void {
    this.#done.push(this.#builder.finish());
    this.#builder = new SegmentBuilder(this.#options.classes);
  }

  /** Hands over the segments made since the last time. */
  take(): Segment[] {
    if (!this.#builder.empty) this.#close();
    const done = this.#done;
    this.#done = [];
    return done;
  }
}
