/**
 * The commands of `manuals` besides `find`, which needs none of what they do.
 *
 * @module
 */
export { LS } from "./manuals_ls.ts";
export { READ } from "./manuals_read.ts";
export { SCAN } from "./manuals_scan.ts";
export { TOC } from "./manuals_toc.ts";
