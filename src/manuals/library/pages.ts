/**
 * What {@linkcode Manuals} does, loaded with its first call: a search needs
 * none of it.
 *
 * @module
 */
export { ls } from "./ls.ts";
export { read } from "./read.ts";
export { scan } from "./scan.ts";
export { toc } from "./toc.ts";
