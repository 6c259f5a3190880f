/**
 * What the innermost open container of a Markdown text is being filled with.
 *
 * @module
 */

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
