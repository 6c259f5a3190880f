import type { Files } from "../../../../runtime/runtime.ts";
import {
  type CorpusFile,
  type FileProblem,
  type FileText,
  join,
  readFileBytes,
  textOf,
} from "../../../library/corpus.ts";
import type { FormatTable } from "../../../formats/format.ts";
import { FORMATS } from "../../../formats/formats.ts";
import { pageTitle } from "../../../formats/section.ts";
import type { CharClasses } from "../tokens/char_class.ts";
import { hashContent } from "./content_hash.ts";
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

/** A file with the hash of its content, or why it has none. */
export type ReadFile =
  | { readonly bytes: Uint8Array; readonly hash: number }
  | { readonly problem: FileProblem };

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

  /** Reads a file. */
  read({ path }: CorpusFile): ReadFile {
    const { files, root, maxFileBytes } = this.#options;
    const read = readFileBytes(files, join(root, path), maxFileBytes);
    if ("problem" in read) return read;
    return { ...read, hash: hashContent(read.bytes) };
  }

  /** Adds the sections of a file that was read; gives its text, or why none. */
  add(file: CorpusFile, read: ReadFile): FileText {
    if ("problem" in read) return read;
    const { formats = FORMATS } = this.#options;
    const decoded = textOf(read.bytes);
    if ("problem" in decoded) return decoded;
    const text = formats.searchText(file.path, decoded.text);
    const parsed = formats.parse(file.path, text);
    const title = pageTitle(parsed);
    if (this.#builder.full) this.#close();
    this.#builder.addFile(file.path, title);
    this.#builder.addLinks(formats.links(file.path, text));
    for (const entry of sectionEntries(file.path, text, parsed)) {
      if (this.#builder.full) {
        // The rest of a huge file goes on in the next segment.
        this.#builder.splitFile();
        this.#close();
        this.#builder.addFile(file.path, title);
        this.#builder.splitFile();
      }
      this.#builder.addSection(entry);
    }
    return decoded;
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
