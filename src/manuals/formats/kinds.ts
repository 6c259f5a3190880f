import type { Format } from "./format.ts";

/**
 * What is told of each format, in this order. By itself, because a list of tools
 * tells it, and the scanners would be most of what a list loads.
 */
export const KINDS = {
  markdown: {
    name: "Markdown",
    type: "md",
    endings: [".md", ".markdown", ".mdx"],
    hasSections: true,
  },
  text: { name: "text", type: "txt", endings: [".txt"], hasSections: true },
  rst: {
    name: "reStructuredText",
    type: "rst",
    endings: [".rst"],
    hasSections: true,
  },
  adoc: {
    name: "AsciiDoc",
    type: "adoc",
    endings: [".adoc"],
    hasSections: true,
  },
  json: { name: "JSON", type: "json", endings: [".json"], hasSections: false },
} as const satisfies Record<
  string,
  Pick<Format, "name" | "type" | "endings" | "hasSections">
>;
