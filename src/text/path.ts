/**
 * Paths as texts: nothing here looks at files. Both kinds of slash count, so
 * that a path of either system can be taken apart on the other.
 *
 * @module
 */

/** Joins two paths; the second must be relative. */
export function joinPath(base: string, rest: string): string {
  return /[/\\]$/.test(base) ? base + rest : `${base}/${rest}`;
}

/** The directory that a file is in. */
export function directoryOf(path: string): string {
  const cut = path.replace(/[/\\]+[^/\\]*$/, "");
  return cut === "" ? "/" : cut === path ? "." : cut;
}

/** Tells an address: one letter and a colon begin a path of Windows. */
export function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(text);
}

/** Tells whether a path stands for itself wherever it is used. */
export function isAbsolute(path: string): boolean {
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path);
}
