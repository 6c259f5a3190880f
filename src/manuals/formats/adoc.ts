import { AdocScanner } from "./_adoc_scanner.ts";
import { bareName, cutSections } from "./_cut_sections.ts";
import { adocLinks } from "./_links.ts";
import type { Format } from "./format.ts";

/** AsciiDoc, as Asciidoctor reads it. */
export const ADOC: Format = {
  name: "AsciiDoc",
  type: "adoc",
  endings: [".adoc"],
  hasSections: true,
  parse: (text, name) => ({
    sections: cutSections(text, new AdocScanner(text).scan(), {
      title: bareName(name),
      start: 0,
      startLine: 1,
    }),
  }),
  links: adocLinks,
};
