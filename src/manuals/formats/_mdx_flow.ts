const SPACE = /[ \t]/;
const NAME_START = /[A-Za-z_$>]/;
const STATEMENT = /^(?:import|export) /;
const BLANK_LINE = /(?:\r\n?|\n)[ \t]*(?=[\r\n]|$)/g;

/**
 * Finds where the blocks that MDX adds to Markdown end: tags and expressions
 * that fill their lines, and statements of JavaScript. What cannot be read as
 * one is text. Nothing is read twice, so the cost is linear.
 */
export class MdxFlow {
  readonly #text: string;
  /** Up to here nothing that begins on a line was such a block. */
  #textBefore = 0;
  /** A statement that never ends was met: others end at a blank line. */
  #unended = false;

  /** Takes the whole text. */
  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The end of the last line of the block that begins at an offset, which is
   * the first of its line that is no space; `undefined` for text.
   */
  end(at: number, atLineStart: boolean): number | undefined {
    if (at < this.#textBefore) return undefined;
    const first = this.#text[at];
    if (first === "<" || first === "{") return this.#fillingEnd(at);
    if (!atLineStart || !STATEMENT.test(this.#text.slice(at, at + 7))) {
      return undefined;
    }
    return this.#statementEnd(at);
  }

  /** Tags and expressions, one after the other, to the end of a line. */
  #fillingEnd(from: number): number | undefined {
    const text = this.#text;
    let at = from;
    for (;;) {
      const char = text[at] ?? "\n";
      if (char === "\n" || char === "\r") return at;
      if (SPACE.test(char)) at++;
      else if (char === "<" || char === "{") {
        const end = char === "<" ? this.#tagEnd(at) : this.#braceEnd(at);
        if (end === undefined) return undefined;
        at = end;
      } else return this.#fail(at);
    }
  }

  #fail(at: number): undefined {
    this.#textBefore = Math.max(this.#textBefore, at);
    return undefined;
  }

  /** The offset after the tag at `<`. */
  #tagEnd(from: number): number | undefined {
    const text = this.#text;
    let at = from + (text[from + 1] === "/" ? 2 : 1);
    if (!NAME_START.test(text[at] ?? "")) return this.#fail(at);
    for (; at < text.length; at++) {
      const char = text[at];
      if (char === ">") return at + 1;
      if (char === "<") return this.#fail(at);
      if (char === '"' || char === "'") {
        const close = text.indexOf(char, at + 1);
        if (close < 0) return this.#fail(text.length);
        at = close;
      } else if (char === "{") {
        const end = this.#braceEnd(at);
        if (end === undefined) return undefined;
        at = end - 1;
      }
    }
    return this.#fail(at);
  }

  /** The offset after the brace that closes the one at an offset. */
  #braceEnd(from: number): number | undefined {
    const text = this.#text;
    let depth = 0;
    for (let at = from; at < text.length; at++) {
      const char = text[at];
      if (char === "{") depth++;
      else if (char === "}" && --depth === 0) return at + 1;
      else if (char === "/" && text[at + 1] === "*") {
        const close = text.indexOf("*/", at + 2);
        if (close < 0) break;
        at = close + 1;
      }
    }
    return this.#fail(text.length);
  }

  /** Before the first blank line at which all brackets are closed. */
  #statementEnd(from: number): number {
    const text = this.#text;
    let first: number | undefined;
    let read = from;
    let depth = 0;
    let inTemplate = false;
    BLANK_LINE.lastIndex = from;
    for (;;) {
      const end = BLANK_LINE.exec(text)?.index ?? text.length;
      first ??= end;
      for (; read < end; read++) {
        const char = text[read] ?? "";
        if (char === "`") inTemplate = !inTemplate;
        else if ("{([".includes(char)) depth++;
        else if ("})]".includes(char)) depth--;
      }
      if (depth <= 0 && !inTemplate || this.#unended) return end;
      if (end < text.length) continue;
      this.#unended = true;
      return first;
    }
  }
}
