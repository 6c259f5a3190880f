import {
  BACKTICK,
  DASH,
  EQUALS,
  GREATER,
  HASH,
  LESS,
  SPACE,
  STAR,
  TILDE,
  UNDERSCORE,
} from "./_chars.ts";
import { FENCE, HTML, INDENTED, NOTHING, PARAGRAPH } from "./_blocks.ts";
import type { Heading } from "./_blocks.ts";
import { type Flavour, type FlavourName, flavourOf } from "./_flavour.ts";
import type { HtmlEnd } from "./_html_block.ts";
import { LineCursor } from "./_line_cursor.ts";
import { Paragraph } from "./_paragraph.ts";

/** A block quote among the containers; list items have their width instead. */
const QUOTE = -1;

/**
 * Finds the headings of a Markdown text by the block structure of CommonMark
 * 0.31, without building it: only the open containers and what the innermost
 * one holds are kept, and most lines cost one look at their first character.
 * The steps are those of the specification's appendix.
 */
export class BlockScanner {
  readonly #at: LineCursor;
  readonly #headings: Heading[] = [];
  /** Open containers from the outside in: QUOTE, or a list item's width. */
  readonly #containers: number[] = [];
  #quotes = 0;
  /** The innermost container is a list item with nothing in it yet. */
  #emptyItem = false;
  #leaf = NOTHING;
  #fenceChar = 0;
  #fenceLength = 0;
  #htmlEnd: HtmlEnd = null;
  readonly #paragraph = new Paragraph();
  readonly #flavour: Flavour;

  /** Starts at an offset, which is the start of the line of that number. */
  constructor(
    text: string,
    from: number,
    line: number,
    flavour: FlavourName = "commonmark",
  ) {
    this.#at = new LineCursor(text, from, line);
    this.#flavour = flavourOf(flavour, text);
  }

  /** Reads to the end of the text. To be called once. */
  scan(): readonly Heading[] {
    const { text, lines } = this.#at;
    const containers = this.#containers;
    while (lines.advance()) {
      if (containers.length === 0) {
        const first = text.charCodeAt(lines.start);
        if (this.#leaf === FENCE) {
          if (first > SPACE && first !== this.#fenceChar) continue;
        } else if (this.#leaf <= PARAGRAPH && !this.#paragraph.collecting) {
          // Beyond the end of the table: nothing that Markdown knows.
          if (this.#flavour.special[first] !== 1) {
            if (this.#leaf === NOTHING) this.#openParagraph(lines.start);
            continue;
          }
        }
      }
      this.#scanLine();
    }
    return this.#headings;
  }

  #scanLine(): void {
    const at = this.#at;
    at.enterLine();
    const matched = this.#matchContainers();
    const whole = matched === this.#containers.length;
    if (whole && this.#continueLeaf()) return;
    if (at.blank) this.#closeTo(matched);
    else this.#openBlocks(matched, !whole && this.#leaf === PARAGRAPH);
  }

  /** Goes past the markers of the open containers that go on in this line. */
  #matchContainers(): number {
    const at = this.#at;
    const containers = this.#containers;
    // Blank lines go on in every list item: no need to ask each of them.
    if (at.blank && this.#quotes === 0) {
      return containers.length - (this.#emptyItem ? 1 : 0);
    }
    let matched = 0;
    for (; matched < containers.length; matched++) {
      const width = containers[matched] ?? QUOTE;
      if (width === QUOTE) {
        if (at.indent > this.#flavour.maxIndent || at.first !== GREATER) break;
        at.passQuoteMarker();
      } else if (at.blank) {
        if (this.#emptyItem && matched === containers.length - 1) break;
        at.passSpace();
      } else if (at.indent >= width) {
        at.passColumns(width);
      } else break;
    }
    return matched;
  }

  /** Gives the line to the open leaf; `false` when it may open blocks. */
  #continueLeaf(): boolean {
    const at = this.#at;
    switch (this.#leaf) {
      case FENCE:
        if (
          at.indent <= this.#flavour.maxIndent &&
          at.closesFence(this.#fenceChar, this.#fenceLength)
        ) this.#closeLeaf();
        return true;
      case HTML:
        if (this.#htmlEnd === null ? at.blank : this.#htmlEnd.test(at.rest)) {
          this.#closeLeaf();
        }
        return true;
      case INDENTED:
        if (at.blank || at.indent > this.#flavour.maxIndent) return true;
        this.#closeLeaf();
        return false;
      case PARAGRAPH:
        if (at.blank) this.#closeLeaf();
        return at.blank;
      default:
        return false;
    }
  }

  #openBlocks(matchedBefore: number, lazyBefore: boolean): void {
    const at = this.#at;
    let matched = matchedBefore;
    let lazy = lazyBefore;
    if (matched === 0 && this.#passMdx()) return;
    for (;;) {
      if (at.indent > this.#flavour.maxIndent) {
        if (this.#leaf === PARAGRAPH || at.blank) break;
        return this.#openLeaf(matched, INDENTED);
      }
      const inParagraph = this.#leaf === PARAGRAPH && !lazy;
      if (this.#openLeafBlock(matched, inParagraph, lazy)) return;
      if (at.first === GREATER) {
        this.#closeTo(matched);
        at.passQuoteMarker();
        this.#openContainer(QUOTE);
      } else {
        const marker = at.itemMarker(inParagraph);
        if (marker === 0) break;
        this.#closeTo(matched);
        this.#openContainer(at.passItemMarker(marker));
      }
      matched = this.#containers.length;
      lazy = false;
    }
    if (!lazy) this.#closeTo(matched);
    if (!at.blank) this.#addText();
  }

  /** Goes to the last line of a block that MDX adds, if one begins here. */
  #passMdx(): boolean {
    const { nonspace, lines } = this.#at;
    const statement = this.#leaf === NOTHING && nonspace === lines.start;
    const end = this.#flavour.mdx?.end(nonspace, statement);
    if (end === undefined) return false;
    this.#openLeaf(0, NOTHING);
    while (lines.end < end && lines.advance());
    return true;
  }

  /** Opens what is no container and no text; `false` when nothing does. */
  #openLeafBlock(
    matched: number,
    inParagraph: boolean,
    lazy: boolean,
  ): boolean {
    const at = this.#at;
    const first = at.first;
    switch (first) {
      case HASH:
        return this.#openAtx(matched);
      case BACKTICK:
      case TILDE:
        return this.#openFence(matched, first);
      case LESS:
        return this.#openHtml(matched, inParagraph || lazy);
      case EQUALS:
        return inParagraph && this.#closeSetext(first);
      case DASH:
        if (inParagraph && this.#closeSetext(first)) return true;
        break;
      case STAR:
      case UNDERSCORE:
        break;
      default:
        return false;
    }
    if (!at.isThematicBreak(first)) return false;
    this.#openLeaf(matched, NOTHING);
    return true;
  }

  #openAtx(matched: number): boolean {
    const level = this.#at.atxLevel();
    if (level === 0) return false;
    this.#openLeaf(matched, NOTHING);
    if (matched === 0) {
      const { nonspace, lines: { line, start } } = this.#at;
      const textStart = nonspace + level;
      const textEnd = this.#at.atxTextEnd(textStart);
      this.#headings.push({ level, line, start, textStart, textEnd });
    }
    return true;
  }

  #openFence(matched: number, char: number): boolean {
    const length = this.#at.fenceLength(char);
    if (length === 0) return false;
    this.#openLeaf(matched, FENCE);
    this.#fenceChar = char;
    this.#fenceLength = length;
    return true;
  }

  #openHtml(matched: number, interrupts: boolean): boolean {
    const line = this.#at.rest;
    const end = this.#flavour.htmlBlockEnd(line, interrupts);
    if (end === undefined) return false;
    const closed = end !== null && end.test(line);
    this.#openLeaf(matched, closed ? NOTHING : HTML);
    this.#htmlEnd = end;
    return true;
  }

  /** The paragraph becomes a heading, unless it is nothing but definitions. */
  #closeSetext(underline: number): boolean {
    if (!this.#at.isUnderline(underline)) return false;
    const paragraph = this.#paragraph;
    if (!paragraph.dropDefinitions(this.#at.text)) return false;
    if (this.#containers.length === 0) {
      this.#headings.push({
        level: underline === EQUALS ? 1 : 2,
        line: paragraph.line,
        start: paragraph.start,
        textStart: paragraph.textStart,
        textEnd: this.#at.lines.start,
      });
    }
    this.#closeLeaf();
    return true;
  }

  #addText(): void {
    const { nonspace, lines } = this.#at;
    if (this.#leaf === PARAGRAPH) this.#paragraph.add(lines, nonspace);
    else this.#openParagraph(nonspace);
  }

  #openParagraph(textStart: number): void {
    this.#leaf = PARAGRAPH;
    this.#emptyItem = false;
    this.#paragraph.open(this.#at.text, this.#at.lines, textStart);
  }

  #openContainer(width: number): void {
    this.#closeLeaf();
    this.#containers.push(width);
    if (width === QUOTE) this.#quotes++;
    this.#emptyItem = width !== QUOTE;
  }

  #openLeaf(matched: number, leaf: number): void {
    this.#closeTo(matched);
    this.#closeLeaf();
    this.#emptyItem = false;
    this.#leaf = leaf;
  }

  #closeTo(matched: number): void {
    if (this.#containers.length === matched) return;
    while (this.#containers.length > matched) {
      if (this.#containers.pop() === QUOTE) this.#quotes--;
    }
    this.#emptyItem = false;
    this.#closeLeaf();
  }

  #closeLeaf(): void {
    this.#leaf = NOTHING;
    this.#paragraph.close();
  }
}
