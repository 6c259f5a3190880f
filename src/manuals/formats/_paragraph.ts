import { definitionLength } from "./_link_definition.ts";
import type { LineReader } from "./lines.ts";

/**
 * The paragraph that is open: where it starts, and its lines as long as they
 * may be link reference definitions, which are not part of a setext heading's text.
 */
export class Paragraph {
  /** Number and offset of its first line. */
  line = 0;
  start = 0;
  /** Offset of its first line that is no definition. */
  textStart = 0;
  /** Of each line the offsets where its text starts and ends. */
  #lines: number[] | null = null;

  /** Whether it wants to hear of each further line. */
  get collecting(): boolean {
    return this.#lines !== null;
  }

  /** Begins at the current line, whose text begins at an offset. */
  open(text: string, at: LineReader, textStart: number): void {
    this.line = at.line;
    this.start = at.start;
    this.textStart = textStart;
    this.#lines = mayDefine(text, textStart, at.end)
      ? [textStart, at.end]
      : null;
  }

  /** Goes on with the current line. */
  add(at: LineReader, textStart: number): void {
    if (this.#lines === null) return;
    if (this.#lines.length > 0) {
      this.#lines.push(textStart, at.end);
    } else {
      // All before was definitions: the text begins only now.
      this.textStart = textStart;
      this.#lines = null;
    }
  }

  /** Ends it. */
  close(): void {
    this.#lines = null;
  }

  /** Moves `textStart` past definitions; `false` when nothing is left. */
  dropDefinitions(text: string): boolean {
    const offsets = this.#lines;
    if (offsets === null) return true;
    const texts: string[] = [];
    for (let i = 0; i < offsets.length; i += 2) {
      texts.push(text.slice(offsets[i], offsets[i + 1]));
    }
    const joined = texts.join("\n");
    let used = 0;
    for (let length = -1; length !== 0; used += length) {
      length = definitionLength(joined.slice(used));
    }
    if (used >= joined.length) {
      offsets.length = 0;
      return false;
    }
    const dropped = joined.slice(0, used).split("\n").length - 1;
    this.textStart = offsets[dropped * 2] ?? this.textStart;
    return true;
  }
}

/** Whether a paragraph may begin with a definition, by its first line. */
function mayDefine(text: string, start: number, end: number): boolean {
  if (text[start] !== "[") return false;
  const line = text.slice(start, end);
  const close = line.indexOf("]");
  // Most such paragraphs begin with a link: its label has no ":" after it.
  return close < 0 || line[close + 1] === ":" || line[close - 1] === "\\";
}
