/**
 * Lines and offsets of a text. A line ends at CRLF, LF or CR, whichever comes;
 * offsets count UTF-16 units. The end of the text ends its last line, so that
 * `"a\nb\n"` has two lines.
 *
 * @module
 */
import { CR, LF } from "./_chars.ts";

/** Walks over the lines of a text in linear time, whatever ends them. */
export class LineReader {
  /** Offset of the current line. */
  start = 0;
  /** Offset after its text, before what ends it. */
  end = 0;
  /** Offset of the line after it. */
  next: number;
  /** Its number, counted from 1. */
  line: number;
  readonly #text: string;
  #lf = -1;
  #cr = -1;

  /** Starts before the line at offset `from`, which gets the number `line`. */
  constructor(text: string, from = 0, line = 1) {
    this.#text = text;
    this.next = from;
    this.line = line - 1;
  }

  /** Goes to the next line; `false` when there is none. */
  advance(): boolean {
    const from = this.next;
    const length = this.#text.length;
    if (from >= length) return false;
    // Both positions are kept: searched anew for every line, the ending that a
    // text does not use would be looked for through the whole rest each time.
    if (this.#lf < from) this.#lf = this.#find("\n", from);
    if (this.#cr < from) this.#cr = this.#find("\r", from);
    this.start = from;
    this.line++;
    if (this.#cr < this.#lf) {
      this.end = this.#cr;
      this.next = this.#cr + 1 === this.#lf ? this.#lf + 1 : this.#cr + 1;
    } else {
      this.end = this.#lf;
      this.next = this.#lf + 1;
    }
    if (this.end >= length) this.end = this.next = length;
    return true;
  }

  #find(ending: string, from: number): number {
    const found = this.#text.indexOf(ending, from);
    return found < 0 ? this.#text.length : found;
  }
}

/** How many lines a text has; an empty one has one, so that line 1 exists. */
export function countLines(text: string): number {
  const lines = new LineReader(text);
  while (lines.advance());
  return Math.max(1, lines.line);
}

/** The offset at which a line starts; `undefined` beyond the last line. */
export function offsetOfLine(text: string, line: number): number | undefined {
  const lines = new LineReader(text);
  while (lines.advance()) {
    if (lines.line === line) return lines.start;
  }
  return line === 1 ? 0 : undefined;
}

/** The number of the line that holds an offset; the last one for the end. */
export function lineOfOffset(text: string, offset: number): number {
  const lines = new LineReader(text);
  while (lines.advance()) {
    if (offset < lines.next) return lines.line;
  }
  return Math.max(1, lines.line);
}

/**
 * The largest offset not above `limit` at which a text may be cut: after the
 * last line end, or inside a line that is longer than the window, but never
 * between CR and LF nor inside a surrogate pair.
 */
export function cutBefore(text: string, from: number, limit: number): number {
  if (limit >= text.length) return text.length;
  for (let at = limit; at > from; at--) {
    const before = text.charCodeAt(at - 1);
    if (before === LF) return at;
    if (before === CR && text.charCodeAt(at) !== LF) return at;
  }
  const splitsEnd = text.charCodeAt(limit - 1) === CR &&
    text.charCodeAt(limit) === LF;
  return splitsEnd ? limit - 1 : wholeCharacter(text, limit);
}

/** The offset itself, or one less when it would split a surrogate pair. */
export function wholeCharacter(text: string, offset: number): number {
  return isInsidePair(text, offset) ? offset - 1 : offset;
}

/** Tells whether an offset lies between the two halves of a character. */
export function isInsidePair(text: string, offset: number): boolean {
  return isHigh(text.charCodeAt(offset - 1)) && isLow(text.charCodeAt(offset));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
