import { bareName, cutSections } from "./_cut_sections.ts";
import { RstScanner } from "./_rst_scanner.ts";
import { rstLinks } from "./_links.ts";
import type { Format } from "./format.ts";

/** reStructuredText, as docutils and Sphinx read it. */
export const RST: Format = {
  name: "reStructuredText",
  type: "rst",
  endings: [".rst"],
  hasSections: true,
  parse: (text, name) => ({
    sections: cutSections(text, new RstScanner(text).scan(), {
      title: bareName(name),
      start: 0,
      startLine: 1,
    }),
  }),
  links: rstLinks,
};
