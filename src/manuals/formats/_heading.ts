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
