import type { Document } from "./collection.ts";

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;

/** What people copy out of a text to ask for it, each at its own boundaries. */
const KINDS: readonly RegExp[] = [
  // E1234, RFC-9457, K77b
  /(?<![A-Za-z0-9])[A-Za-z]{1,6}[-_]?\d{2,6}[a-z]?(?![A-Za-z0-9])/g,
  // v1.29, 2.0.1
  /(?<![\w.])v?\d+\.\d+(?:\.\d+)?(?![\w])/g,
  // podBudget, WidgetController
  /(?<![A-Za-z0-9])[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})+/g,
  // `WidgetController runs`: a name and the word behind it
  /(?<![A-Za-z0-9])(?:[A-Z][a-z]+){2,} [a-z]{3,}(?![A-Za-z])/g,
  // MAX_IDLE
  /(?<![A-Za-z0-9])[A-Z][A-Z0-9_]{3,}(?![A-Za-z0-9])/g,
  /[ァ-ヺー]{3,}/g,
  /\p{Script=Han}{2,6}/gu,
];

/** A document's text without its front matter. */
export function bodyOf({ text }: Document): string {
  return text.replace(FRONT_MATTER, "");
}

/** Codes, versions, names and Japanese words of the documents, each once. */
export function codesIn(documents: readonly Document[]): string[] {
  const found = new Set<string>();
  for (const document of documents) {
    const body = bodyOf(document);
    for (const kind of KINDS) {
      for (const [code] of body.matchAll(kind)) found.add(code);
    }
  }
  return [...found];
}
