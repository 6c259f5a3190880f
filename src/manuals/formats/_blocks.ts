/**
 * What blocks a scan of Markdown tells apart: its headings, which it finds, and
 * what the innermost open container is being filled with.
 *
 * @module
 */

/** A heading that is a child of the document. */
export interface Heading {
  readonly level: number;
  /** Number and offset of its first line. */
  readonly line: number;
  readonly start: number;
  /** Where its text is, markup included. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** Nothing yet, or what one line holds. */
export const NOTHING = 0;
/** Text, which the next line may go on with. */
export const PARAGRAPH = 1;
/** Code between fences. */
export const FENCE = 2;
/** HTML. */
export const HTML = 3;
/** Code by its indentation. */
export const INDENTED = 4;
