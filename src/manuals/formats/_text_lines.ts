import { LineReader } from "./lines.ts";

/** The lines of a text by number, counted from 0. */
export class TextLines {
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
