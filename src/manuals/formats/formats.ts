import { FormatTable } from "./format.ts";
import { JSON_FORMAT } from "./json.ts";
import { MARKDOWN } from "./markdown.ts";

/** The formats of the files that belong to a manual: one line each. */
export const FORMATS: FormatTable = new FormatTable([
  MARKDOWN,
  JSON_FORMAT,
]);
