import type { Document } from "./collection.ts";

const FRONT_MATTER = /^---\s*\n[\s\S]*?\n---\s*\n/;

/**
 * What people copy out of a text to ask for it, each at its own boundaries: no
 * piece of a longer word, of a number such as 1,234.56 or of an address.
 */
const KINDS: readonly RegExp[] = [
  // E1234, RFC-9457, K77b
  /(?<![\p{L}\p{N}_/=+-])[A-Za-z]{1,6}[-_]?\d{2,6}[a-z]?(?![\p{L}\p{N}_/=+-]|,\d)/gu,
  // v1.29, 2.0.1
  /(?<![\p{L}\p{N}_.,-])v?\d+\.\d+(?:\.\d+)?(?![\p{L}\p{N}_-]|\.\w)/gu,
  // podBudget, WidgetController
  /(?<![\p{L}\p{N}_/=+-])[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})+(?![\p{L}\p{N}_/=+-])/gu,
  // `WidgetController runs`: a name and the word behind it
  /(?<![\p{L}\p{N}_/=+-])(?:[A-Z][a-z]+){2,} [a-z]{3,}(?![\p{L}\p{N}_'’-])/gu,
  // MAX_IDLE
  /(?<![\p{L}\p{N}_/=+-])[A-Z][A-Z0-9_]{3,60}(?![\p{L}\p{N}_/=+-]|,\d)/gu,
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
