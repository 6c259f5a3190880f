import type { Format } from "./format.ts";
import { parseWhole } from "./_parse_whole.ts";

/** Plain text: each file is one section. */
export const TEXT: Format = {
  name: "text",
  type: "txt",
  endings: [".txt"],
  hasSections: true,
  parse: parseWhole,
};
