/**
 * What the names of directories and files mean among manuals.
 *
 * @module
 */

/** The id of the list of manuals itself. */
export const ROOT_ID = "manuals";

/** What installed packages bring along is not part of a manual. */
export const PASSED_OVER = "node_modules";

/** Tells whether a directory's name can be a manual's id. */
export function isManualId(name: string): boolean {
  return name !== ROOT_ID && !/^(?:dir::|file::|[a-z]:$)/i.test(name);
}

/** Tells whether a name is left out of every listing. */
export function isHidden(name: string): boolean {
  // A backslash has no spelling that works on every system; U+FFFD stands for
  // bytes that are no UTF-8, so that the name as it is told names nothing.
  return name.startsWith(".") || name === PASSED_OVER ||
    /[\\\ufffd]/.test(name);
}
