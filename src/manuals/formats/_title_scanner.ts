import type { TitledHeading } from "./_cut_sections.ts";
import { LineReader } from "./lines.ts";

/** The lines of a text by number, counted from 0. */
class TextLines {
  readonly text: string;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Finds all of them at once. */
  constructor(text: string) {
    this.text = text;
    const lines = new LineReader(text);
    while (lines.advance()) {
      this.#starts.push(lines.start);
      this.#ends.push(lines.end);
    }
  }

  /** How many there are. */
  get count(): number {
    return this.#starts.length;
  }

  /** The offset of a line; the end of the text beyond the last. */
  start(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** A line without what ends it and the spaces before that. */
  line(line: number): string {
    const start = this.#starts[line];
    return start === undefined
      ? ""
      : this.text.slice(start, this.#ends[line]).trimEnd();
  }
}

/** Finds the titles of a text block by block, looking ahead by lines. */
export abstract class TitleScanner {
  protected readonly lines: TextLines;
  protected readonly headings: TitledHeading[] = [];
  /** The line that the next block begins with. */
  protected at = 0;

  /** Takes a whole text. */
  constructor(text: string) {
    this.lines = new TextLines(text);
  }

  /** Reads to the end of the text. To be called once. */
  scan(): readonly TitledHeading[] {
    while (this.at < this.lines.count) this.passBlock();
    return this.headings;
  }

  /** Goes behind the block at `at`, and notes its title if it has one. */
  protected abstract passBlock(): void;

  protected line(line: number): string {
    return this.lines.line(line);
  }
}
