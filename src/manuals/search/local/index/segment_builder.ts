// deno-lint-ignore-file no-non-null-assertion -- reads of flat arrays
import type { CharClasses } from "../tokens/char_class.ts";
import { foldText, mayFold } from "../tokens/fold_text.ts";
import { stem } from "../tokens/stem.ts";
import { TokenBuffer } from "../tokens/token_buffer.ts";
import { Tokenizer } from "../tokens/tokenizer.ts";
import type { Link } from "../../../formats/section.ts";
import { LinkBuilder } from "./link_builder.ts";
import { linkPlace } from "./link_place.ts";
import { makeSegment } from "./make_segment.ts";
import type { Segment } from "./segment.ts";
import { StringNumbers } from "./string_numbers.ts";
import { packStrings, StringTable } from "./string_table.ts";
import { WORD, wordsOf } from "./words.ts";

/** A longer text is indexed as several rows of the same section. */
export const MAX_PART_CHARS = 8000;
// A part has at most one new token a character, its title, lead and context
// some more; a segment that cannot take one more part is full.
const MAX_KNOWN = 65535 - MAX_PART_CHARS - 4096;
const MAX_SECTIONS = 65535;
const MAX_TOKENS = 4_000_000;
const MAX_FIELD_TOKENS = 255;
const MAX_FIELD_CHARS = 500;

/** What is indexed of one section, or of one part of a long one. */
export interface SectionEntry {
  readonly line: number;
  readonly title: string;
  /** What links call it, where its author said so. */
  readonly id?: string;
  /** Title text that is searched but not shown: the file's own title. */
  readonly moreTitle: string;
  /** Text that comes before the body: the file's description. */
  readonly lead: string;
  /** The body is this range of `text`, which is best the whole file's. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Text that is not the section's own: the file's path, for example. */
  readonly context: string;
}

/** Collects files and sections, and turns them into a segment. */
export class SegmentBuilder {
  readonly #classes: CharClasses;
  readonly #known = new StringNumbers();
  readonly #tokenizer: Tokenizer;
  readonly #tokens = new TokenBuffer();
  readonly #paths = new StringTable();
  readonly #pages = new StringTable();
  /** Some twice: as words, and where a sentence begins with them. */
  readonly #words: string[] = [];
  /** Of copied segments: some may be gone with the file that had them. */
  readonly #oldWords = new Set<string>();
  readonly #titles = new StringTable();
  readonly #sectionFile: number[] = [];
  readonly #sectionLine: number[] = [];
  readonly #links = new LinkBuilder();
  readonly #parts: number[] = [];
  readonly #splitFiles: number[] = [];
  #path = "";
  readonly #tokenStart: number[] = [0];
  readonly #titleTokens: number[] = [];
  readonly #contextTokens: number[] = [];
  #looked: { readonly text: string; readonly mayFold: boolean } | undefined;

  /** Starts an empty segment. */
  constructor(classes: CharClasses) {
    this.#classes = classes;
    this.#tokenizer = new Tokenizer(
      classes,
      (token) => this.#known.of(token),
      (run) => this.#keepWord(run),
    );
  }

  #keepWord(run: string): void {
    if (WORD.test(run)) this.#words.push(run.toLowerCase());
  }

  /** True when nothing was added. */
  get empty(): boolean {
    return this.#paths.length === 0;
  }

  /** True when the next section belongs into a new segment. */
  get full(): boolean {
    return this.#known.size > MAX_KNOWN ||
      this.#sectionFile.length >= MAX_SECTIONS ||
      this.#tokens.length > MAX_TOKENS;
  }

  /**
   * Begins a file, or goes on with it; the sections that follow are its. Hits
   * show its title before their own.
   */
  addFile(path: string, title = ""): void {
    if (!this.empty && path === this.#path) return;
    this.#paths.push(path);
    this.#pages.push(title.slice(0, MAX_FIELD_CHARS));
    this.#links.addFile(path);
    this.#path = path;
  }

  /** Adds the links of the file begun last. */
  addLinks(links: readonly Link[]): void {
    const file = this.#paths.length - 1;
    for (const { text, target } of new Set(links)) {
      // Each may hold new words, of which there is no end in a hostile file.
      if (this.full) return;
      this.#tokenizer.reset();
      this.#links.add(file, linkPlace(this.#path, target), (tokens) => {
        this.#tokenizer.tokenize(foldText(text), tokens);
      });
    }
  }

  /** Notes that a part of the file begun last is in another segment. */
  splitFile(): void {
    const file = this.#paths.length - 1;
    if (this.#splitFiles.at(-1) !== file) this.#splitFiles.push(file);
  }

  /** Adds a section of the file begun last. */
  addSection(section: SectionEntry): void {
    const { text, start, end, id = "" } = section;
    this.#tokenizer.reset();
    if (id !== "") this.#links.addId(this.#sectionFile.length, id);
    const title = this.#addField(
      section.moreTitle === ""
        ? section.title
        : `${section.title}\n${section.moreTitle}`,
    );
    if (section.lead !== "") {
      this.#tokenizer.tokenize(foldText(section.lead), this.#tokens);
    }
    // One look at a file saves one at each of its sections.
    if (this.#looked?.text !== text) {
      this.#looked = { text, mayFold: mayFold(text) };
    }
    const body = this.#looked.mayFold ? text.slice(start, end) : "";
    if (mayFold(body)) this.#tokenizer.tokenize(foldText(body), this.#tokens);
    else this.#tokenizer.tokenize(text, this.#tokens, start, end);
    const context = this.#addField(section.context);
    this.#addRow(section.line, section.title, title, context);
  }

  #addField(text: string): number {
    const start = this.#tokens.length;
    const cut = text.slice(0, MAX_FIELD_CHARS);
    this.#tokenizer.tokenize(foldText(cut), this.#tokens);
    const length = Math.min(this.#tokens.length - start, MAX_FIELD_TOKENS);
    this.#tokens.length = start + length;
    return length;
  }

  #addRow(line: number, title: string, own: number, context: number): void {
    const file = this.#paths.length - 1;
    if (
      this.#sectionFile.at(-1) === file && this.#sectionLine.at(-1) === line
    ) {
      this.#parts.push(this.#sectionFile.length);
    }
    this.#sectionFile.push(file);
    this.#sectionLine.push(line);
    this.#titles.push(title);
    this.#titleTokens.push(own);
    this.#contextTokens.push(context);
    this.#tokenStart.push(this.#tokens.length);
  }

  /**
   * Copies the living sections of another segment, from `section` on, until
   * full; returns the first section that was not copied.
   */
  addFrom(source: Segment, section: number): number {
    const { columns } = source;
    for (const word of wordsOf(columns)) this.#oldWords.add(word);
    const renumbered = new Int32Array(columns.tokenOrder.length).fill(-1);
    const intern = (old: number): number => {
      if (renumbered[old]! < 0) {
        renumbered[old] = this.#known.of(source.token(old));
      }
      return renumbered[old]!;
    };
    const split = new Set(columns.splitFiles);
    let begun = -1;
    let next = section;
    for (; next < source.sectionCount && !this.full; next++) {
      const file = columns.sectionFile[next]!;
      if (source.deadFiles[file] !== 0) continue;
      if (file !== begun) {
        this.addFile(source.path(file), source.pageTitle(file));
        const goesOn = columns.sectionFile[next - 1] === file;
        if (split.has(file) || goesOn) this.splitFile();
        if (!goesOn) {
          this.#links.copyLinks(columns, file, this.#paths.length - 1, intern);
        }
      }
      begun = file;
      this.#copySection(source, next, intern);
    }
    if (columns.sectionFile[next] === begun) this.splitFile();
    return next;
  }

  #copySection(
    source: Segment,
    section: number,
    intern: (old: number) => number,
  ): void {
    source.needTokens(section);
    const { columns } = source;
    const end = columns.tokenStart[section + 1]!;
    for (let i = columns.tokenStart[section]!; i < end; i++) {
      this.#tokens.push(intern(columns.tokens[i]!));
    }
    this.#links.copyId(columns, section, this.#sectionFile.length);
    this.#addRow(
      columns.sectionLine[section]!,
      source.title(section),
      columns.titleTokens[section]!,
      columns.contextTokens[section]!,
    );
  }

  #allWords(): string[] {
    for (const word of this.#oldWords) {
      if (this.#known.has(stem(word))) this.#words.push(word);
    }
    return this.#words.sort().filter((word, i, words) => word !== words[i - 1]);
  }

  /** The segment of everything added; the builder is spent after it. */
  finish(): Segment {
    return makeSegment({
      names: this.#known.names,
      tokens: this.#tokens.take(),
      tokenStart: Uint32Array.from(this.#tokenStart),
      titleTokens: Uint8Array.from(this.#titleTokens),
      contextTokens: Uint8Array.from(this.#contextTokens),
      sectionFile: Uint16Array.from(this.#sectionFile),
      sectionLine: Uint32Array.from(this.#sectionLine),
      parts: Uint16Array.from(this.#parts),
      splitFiles: Uint16Array.from(this.#splitFiles),
      titles: this.#titles.pack(),
      paths: this.#paths.pack(),
      pages: this.#pages.pack(),
      words: packStrings(this.#allWords()),
      links: this.#links,
    }, this.#classes);
  }
}
