import { ADOC } from "./adoc.ts";
import { FormatTable } from "./format.ts";
import { JSON_FORMAT } from "./json.ts";
import { MARKDOWN } from "./markdown.ts";
import { RST } from "./rst.ts";
import { TEXT } from "./text.ts";

/** The formats of the files that belong to a manual: one line each. */
export const FORMATS: FormatTable = new FormatTable([
  MARKDOWN,
  TEXT,
  RST,
  ADOC,
  JSON_FORMAT,
]);
