import { rstTitle } from "./_rst_title.ts";
import { TitleScanner } from "./_title_scanner.ts";

/** A run of one character of punctuation: above and below titles. */
const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/;
const SIMPLE_TABLE = /^=+(?: +=+)+$/;
const TABLE_BORDER = /^=[ =]*$/;
const GRID_TABLE = /^\+-[-+]+-\+$/;
const DOCTEST = /^>>>(?: |$)/;
/** Blocks whose first line is not text, and whose other lines are indented. */
const MARKED = /^(?:[-+*•‣⁃](?: |$)|\.\.(?: |$)|__(?: |$)|\|(?: |$))/;
const FIELD = /^:(?![: ])(?:[^:\\]|\\.|:(?![ `]|$)){1,500}(?<! ):(?: |$)/;
// Characters that take two columns of a terminal.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
const LABEL = /^\.\. _`?([^`:]{1,200})`?:$/;
/** A shorter run may as well be text. */
const SURE = 4;

/**
 * Finds the section titles of a reStructuredText document as its specification
 * has them: a line with an adornment below, or above and below, which is not
 * part of another block. Styles are levels in the order in which they appear.
 */
export class RstScanner extends TitleScanner {
  readonly #styles: string[] = [];
  #level = 0;

  protected override passBlock(): void {
    const line = this.line(this.at);
    if (line === "" || isIndented(line) || MARKED.test(line)) this.at++;
    else if (FIELD.test(line)) this.at++;
    else if (DOCTEST.test(line) || GRID_TABLE.test(line)) this.#passLines();
    else if (SIMPLE_TABLE.test(line)) this.#passTable(line);
    else if (ADORNMENT.test(line) && this.#passAdorned(line)) return;
    else this.#passText(line);
  }

  /** Goes to the next blank line. */
  #passLines(): void {
    while (this.line(this.at) !== "") this.at++;
  }

  /** To the second border, or to one that a blank line follows. */
  #passTable(top: string): void {
    let borders = 0;
    for (this.at++; this.at < this.lines.count; this.at++) {
      const line = this.line(this.at);
      if (!TABLE_BORDER.test(line)) continue;
      if (line.length !== top.length) return;
      if (++borders < 2 && this.line(this.at + 1) !== "") continue;
      this.at++;
      return;
    }
  }

  /** A line of punctuation; `false` when it is to be read as text. */
  #passAdorned(overline: string): boolean {
    const title = this.line(this.at + 1);
    if (title === "") {
      if (overline.length < SURE) return false;
      this.at++;
      return true;
    }
    if (!isIndented(title) && ADORNMENT.test(title)) {
      if (overline.length < SURE) return false;
      this.at += 2;
      return true;
    }
    const same = this.line(this.at + 2) === overline;
    if (overline.length < SURE && (!same || width(title) > overline.length)) {
      return false;
    }
    const style = `${overline[0]}${overline[0]}`;
    if (same) this.#add(title, style, 3);
    this.at += 3;
    return true;
  }

  #passText(line: string): void {
    const underline = this.line(this.at + 1);
    if (ADORNMENT.test(underline)) {
      if (underline.length >= SURE || width(line) <= underline.length) {
        this.#add(line, underline[0] ?? "", 2);
        this.at += 2;
        return;
      }
    }
    let last = line;
    while (last !== "" && !isIndented(last)) {
      last = this.line(++this.at);
    }
    if (this.line(this.at - 1).endsWith("::")) this.#passQuoted();
  }

  /** A literal block need not be indented if its lines all begin alike. */
  #passQuoted(): void {
    let at = this.at;
    while (at < this.lines.count && this.line(at) === "") at++;
    const quote = this.line(at)[0] ?? "";
    if (!ADORNMENT.test(quote)) return;
    while (this.line(at).startsWith(quote)) at++;
    this.at = at;
  }

  /** Adds a title at the current line, unless its level makes no sense. */
  #add(title: string, style: string, height: number): void {
    let level = this.#styles.indexOf(style) + 1;
    if (level === 0) {
      if (this.#styles.length !== this.#level) return;
      level = this.#styles.push(style);
    }
    if (level > this.#level + 1) return;
    this.#level = level;
    const id = this.#label();
    this.headings.push({
      title: rstTitle(title.trim()),
      level,
      startLine: this.at + 1,
      start: this.lines.start(this.at),
      bodyStart: this.lines.start(this.at + height),
      ...id !== undefined && { id },
    });
  }

  /** The `.. _label:` above the current line. */
  #label(): string | undefined {
    let at = this.at - 1;
    while (at > 0 && this.line(at) === "") at--;
    return LABEL.exec(this.line(at))?.[1];
  }
}

function isIndented(line: string): boolean {
  return /^\s/.test(line);
}

function width(title: string): number {
  return title.length + (title.match(WIDE)?.length ?? 0);
}
