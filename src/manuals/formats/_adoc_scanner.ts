import { adocTitle } from "./_adoc_title.ts";
import { TitleScanner } from "./_title_scanner.ts";

const ATX = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/;
const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Levels by what a title is underlined with. */
const UNDERLINES = "=-~^+";
/** A block between two equal lines. */
const DELIMITER =
  /^(?:--|-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|~{4,}|[|,:!]={3,})$/;
const FENCE = /^(`{3,})[^`\s,]*(?:,.*)?$/;
/** Lines that the parser never sees. */
const DIRECTIVE = /^\\?(?:ifdef|ifndef|ifeval|endif|include)::[^\s[]*\[.*\]$/;
const COMMENT = /^\/\/(?:[^/]|$)/;
const ATTRIBUTE = /^:(!?[\w-]+!?):(?:[ \t]+(\S.*)?)?$/;
const ATTRIBUTES_START = /^\[(?:\]$|[\w.#%{,"'-])/;
const ANCHOR_START = /^\[\[(?:\]\]$|[\p{L}_:][\p{L}\p{N}_\-:.]*(?:,|\]\]$))/u;
const BLOCK_TITLE = /^\.\.?[^ \t.]/;
const RULE = /^(?:'{3,}|<{3,}|(?:-[ \t]?){2}-|(?:\*[ \t]?){2}\*)$/;
const MACRO_START = /^(?:image|video|audio|toc)::[^\s[]*\[/;
/** A list's item takes in what would tell of a block elsewhere. */
const LIST_ITEM =
  /^[ \t]*(?:-|\*{1,5}|\.{1,5}|<[\d.]+>|\d+\.|[a-zA-Z]\.|[ivxIVX]+\))[ \t]+\S/;
// `[[id]]`, `[#id]` and `[style#id]`.
const ID = /^\[(?:\[|[\w-]{0,50}#)([\p{L}\p{N}_:.-]{1,200})/u;
const DISCRETE = /^\[(?:discrete|float)\b/;

/**
 * Finds the section titles of an AsciiDoc document as Asciidoctor does, without
 * evaluating its directives: what stands between `ifdef` and `endif` counts.
 */
export class AdocScanner extends TitleScanner {
  readonly #attributes = new Map<string, string>();
  /** The block that follows is a heading of no section. */
  #discrete = false;
  /** What the block that follows is called by links. */
  #id: string | undefined;

  protected override passBlock(): void {
    const line = this.line(this.at);
    if (line === "" || DIRECTIVE.test(line)) this.at++;
    else if (this.#passMetadata(line)) return;
    else if (this.#passTitle(line)) this.#discrete = false;
    else {
      this.#discrete = false;
      this.#id = undefined;
      const fence = FENCE.exec(line)?.[1];
      if (fence !== undefined) this.#passTo(fence);
      else if (DELIMITER.test(line)) this.#passTo(line);
      else if (isOneLine(line)) this.at++;
      else this.#passText(LIST_ITEM.test(line));
    }
  }

  /** A title in one line, or with a line of its length below. */
  #passTitle(line: string): boolean {
    const [, marker, marked = ""] = ATX.exec(line) ?? [];
    if (marker !== undefined) {
      const text = marked.endsWith(` ${marker}`)
        ? marked.slice(0, -marker.length - 1)
        : marked;
      this.#add(text, marker.length, 1);
      return true;
    }
    const underline = this.line(this.at + 1);
    const level = underline === ""
      ? 0
      : UNDERLINES.indexOf(underline[0] ?? "") + 1;
    if (
      level === 0 || Math.abs(line.length - underline.length) > 1 ||
      underline !== underline.charAt(0).repeat(underline.length) ||
      line.startsWith(".") || !WORD.test(line)
    ) return false;
    this.#add(line, level, 2);
    return true;
  }

  /** What stands between blocks, and tells of the one that follows. */
  #passMetadata(line: string): boolean {
    const [, name, value = ""] = ATTRIBUTE.exec(line) ?? [];
    if (name !== undefined) this.#passAttribute(name, value);
    else if (isAttributes(line)) {
      this.#discrete ||= DISCRETE.test(line);
      this.#id = ID.exec(line)?.[1] ?? this.#id;
      this.at++;
    } else if (COMMENT.test(line) || BLOCK_TITLE.test(line)) this.at++;
    else return false;
    return true;
  }

  /** An attribute of the document, whose value may take several lines. */
  #passAttribute(name: string, first: string): void {
    let value = first;
    this.at++;
    while (/ \\$/.test(value) && this.at < this.lines.count) {
      value = `${value.slice(0, -1)}${this.line(this.at++).trim()}`;
    }
    this.#attributes.set(name.toLowerCase(), value);
  }

  /** Goes past the line that ends a block; there may be none. */
  #passTo(delimiter: string): void {
    for (this.at++; this.at < this.lines.count; this.at++) {
      if (this.line(this.at) !== delimiter) continue;
      this.at++;
      return;
    }
  }

  /** Text goes on to a blank line, or to what begins another block. */
  #passText(inList: boolean): void {
    if (isBareTerm(this.line(this.at))) {
      while (this.line(this.at + 1) === "" && this.at < this.lines.count) {
        this.at++;
      }
    }
    for (this.at++;; this.at++) {
      const line = this.line(this.at);
      if (line === "" || DELIMITER.test(line) || FENCE.test(line)) return;
      if (!inList && isAttributes(line)) return;
    }
  }

  #add(title: string, level: number, height: number): void {
    const startLine = this.at + 1;
    const start = this.lines.start(this.at);
    this.at += height;
    if (!this.#discrete) {
      const bodyStart = this.lines.start(this.at);
      const shown = adocTitle(title.trim(), this.#attributes);
      const id = this.#id;
      this.headings.push({
        ...{ title: shown, level, startLine, start, bodyStart },
        ...id !== undefined && { id },
      });
    }
    this.#id = undefined;
    // What follows the title of a document tells of it: no text, no blocks.
    if (this.headings.length === 1 && level === 1) this.#passHeader();
  }

  #passHeader(): void {
    for (let line = this.line(this.at); line !== "";) {
      const [, name, value = ""] = ATTRIBUTE.exec(line) ?? [];
      if (name !== undefined) this.#passAttribute(name, value);
      else if (DELIMITER.test(line) || ATX.test(line)) return;
      else this.at++;
      line = this.line(this.at);
    }
  }
}

/** Tells of the block that follows: its attributes, or an anchor. */
function isAttributes(line: string): boolean {
  return ATTRIBUTES_START.test(line) && line.endsWith("]") ||
    ANCHOR_START.test(line) && line.endsWith("]]");
}

/** A block of one line. */
function isOneLine(line: string): boolean {
  return RULE.test(line) || MACRO_START.test(line) && line.endsWith("]");
}

/** A term whose definition is what comes next, even after blank lines. */
function isBareTerm(line: string): boolean {
  return /^(?!\/\/)[^\s:;]/.test(line) &&
    (line.endsWith("::") || line.endsWith(";;"));
}
