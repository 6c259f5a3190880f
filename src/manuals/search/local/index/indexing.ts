/**
 * What reads files into an index and writes it, loaded when one must change: a
 * process that finds its index up to date needs none of it.
 *
 * @module
 */
export { compact } from "./compact.ts";
export { encodeIndex } from "./encode_index.ts";
export { FileIndexer } from "./file_indexer.ts";
