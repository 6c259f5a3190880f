import {
  BACKTICK,
  CLOSE_PAREN,
  DASH,
  DIGIT_0,
  DIGIT_9,
  DOT,
  HASH,
  PLUS,
  SPACE,
  STAR,
  TAB,
} from "./_chars.ts";
import { LineReader } from "./lines.ts";

const TAB_STOP = 4;
/** Of an ordered list's number: browsers overflow at more. */
const MAX_DIGITS = 9;

/**
 * A position in the current line, in characters and in columns: tabs reach to
 * the next multiple of four and may be used up in part. Answers what begins at
 * the first character that is no space.
 */
export class LineCursor {
  readonly text: string;
  readonly lines: LineReader;
  /** Offset of the first character that is no space or tab. */
  nonspace = 0;
  /** Columns of white space before it. */
  indent = 0;
  #offset = 0;
  #column = 0;
  /** Where the last look for a thematic break met something else. */
  #noBreakBefore = 0;

  /** Starts at an offset, which is the start of the line of that number. */
  constructor(text: string, from: number, line: number) {
    this.text = text;
    this.lines = new LineReader(text, from, line);
  }

  /** Whether nothing but white space is left. */
  get blank(): boolean {
    return this.nonspace >= this.lines.end;
  }

  /** The first character that is no space, as a code; NaN at the end. */
  get first(): number {
    return this.blank ? NaN : this.text.charCodeAt(this.nonspace);
  }

  /** What is left of the line from there on. */
  get rest(): string {
    return this.text.slice(this.nonspace, this.lines.end);
  }

  /** Goes to the start of the reader's current line. */
  enterLine(): void {
    this.#offset = this.lines.start;
    this.#column = 0;
    this.#measure();
  }

  /** Goes to the first character that is no space. */
  passSpace(): void {
    this.#offset = this.nonspace;
    this.#column += this.indent;
    this.indent = 0;
  }

  /** Goes some columns of white space on. */
  passColumns(columns: number): void {
    this.#advance(columns);
    // Not measured again: a deeply nested list would make that quadratic.
    this.indent -= columns;
  }

  /** Goes past `>` and one space. */
  passQuoteMarker(): void {
    this.passSpace();
    this.#offset++;
    this.#column++;
    if (this.#isSpaceAt(this.#offset)) this.#advance(1);
    this.#measure();
  }

  /**
   * The length of the list marker that begins here, 0 for none. Inside a
   * paragraph only an item that has text and no number above 1 counts.
   */
  itemMarker(inParagraph: boolean): number {
    const at = this.nonspace;
    const first = this.first;
    let end = at + 1;
    if (first >= DIGIT_0 && first <= DIGIT_9) {
      while (end < at + MAX_DIGITS && isDigit(this.text.charCodeAt(end))) end++;
      const delimiter = this.text.charCodeAt(end);
      if (delimiter !== DOT && delimiter !== CLOSE_PAREN) return 0;
      if (inParagraph && Number(this.text.slice(at, end)) !== 1) return 0;
      end++;
    } else if (first !== STAR && first !== PLUS && first !== DASH) return 0;
    if (end < this.lines.end && !this.#isSpaceAt(end)) return 0;
    if (inParagraph && this.#isBlankFrom(end)) return 0;
    return end - at;
  }

  /** Goes past a list marker; returns the columns that its content needs. */
  passItemMarker(length: number): number {
    const before = this.indent;
    this.passSpace();
    this.#offset += length;
    this.#column += length;
    this.#measure();
    // Five columns and more are one space and an indented code block.
    const space = this.blank || this.indent > TAB_STOP ? 1 : this.indent;
    this.#advance(space);
    this.#measure();
    return before + length + space;
  }

  /** The level of the ATX heading that begins here, 0 for none. */
  atxLevel(): number {
    const length = this.#runLength(HASH);
    const after = this.nonspace + length;
    if (length > 6) return 0;
    return after >= this.lines.end || this.#isSpaceAt(after) ? length : 0;
  }

  /** Where the text of an ATX heading ends: before its closing `#`s. */
  atxTextEnd(textStart: number): number {
    let end = this.lines.end;
    while (end > textStart && this.#isSpaceAt(end - 1)) end--;
    let hashes = end;
    while (hashes > textStart && this.text.charCodeAt(hashes - 1) === HASH) {
      hashes--;
    }
    const closing = hashes === textStart || this.#isSpaceAt(hashes - 1);
    return closing ? hashes : end;
  }

  /** The length of the code fence that begins here, 0 for none. */
  fenceLength(char: number): number {
    const length = this.#runLength(char);
    if (length < 3) return 0;
    if (char !== BACKTICK) return length;
    return this.rest.includes("`", length) ? 0 : length;
  }

  /** Whether a code fence of at least that length ends here. */
  closesFence(char: number, length: number): boolean {
    const run = this.#runLength(char);
    return run >= length && this.#isBlankFrom(this.nonspace + run);
  }

  /** Whether the rest is one run of a character, as below setext headings. */
  isUnderline(char: number): boolean {
    return this.#isBlankFrom(this.nonspace + this.#runLength(char));
  }

  /** Whether the rest is a character three times or more, spaces aside. */
  isThematicBreak(char: number): boolean {
    // What ended an earlier look ends this one: `* * * … a` stays linear.
    if (this.nonspace < this.#noBreakBefore) return false;
    let count = 0;
    for (let at = this.nonspace; at < this.lines.end; at++) {
      if (this.text.charCodeAt(at) === char) count++;
      else if (!this.#isSpaceAt(at)) {
        this.#noBreakBefore = at;
        return false;
      }
    }
    return count >= 3;
  }

  #measure(): void {
    const { text, lines: { end } } = this;
    let at = this.#offset;
    let column = this.#column;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE) column++;
      else if (code === TAB) column += TAB_STOP - column % TAB_STOP;
      else break;
    }
    this.nonspace = at;
    this.indent = column - this.#column;
  }

  #advance(columns: number): void {
    const goal = this.#column + columns;
    while (this.#column < goal && this.#offset < this.lines.end) {
      const width = this.text.charCodeAt(this.#offset) === TAB
        ? TAB_STOP - this.#column % TAB_STOP
        : 1;
      if (this.#column + width > goal) this.#column = goal;
      else {
        this.#column += width;
        this.#offset++;
      }
    }
  }

  #runLength(char: number): number {
    let at = this.nonspace;
    const end = this.lines.end;
    while (at < end && this.text.charCodeAt(at) === char) at++;
    return at - this.nonspace;
  }

  #isSpaceAt(at: number): boolean {
    if (at >= this.lines.end) return false;
    const code = this.text.charCodeAt(at);
    return code === SPACE || code === TAB;
  }

  #isBlankFrom(from: number): boolean {
    let at = from;
    while (this.#isSpaceAt(at)) at++;
    return at >= this.lines.end;
  }
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9;
}
