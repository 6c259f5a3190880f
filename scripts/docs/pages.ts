import { fileURLToPath } from "node:url";
import { walk } from "../../tests/kit/walk.ts";

const ROOT = new URL("../../", import.meta.url);

/** A page of the documentation. */
export interface Page {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
}

/** Every Markdown page of the project. */
export function readPages(): Page[] {
  const docs = walk(fileURLToPath(new URL("docs/", ROOT)), "docs/");
  const paths = ["README.md", ".github/SECURITY.md", ...docs]
    .filter((path) => path.endsWith(".md"));
  return paths.sort().map((path) => ({
    path,
    text: Deno.readTextFileSync(new URL(path, ROOT)),
  }));
}

/** A fenced block: its language and its text. */
export type Fence = readonly [language: string, text: string];

const FENCE = /^ *```(\w*).*\n([^]*?)^ *```$/gm;

/** The fenced blocks of a page, in order. */
export function fencesOf({ text }: Page): Fence[] {
  return [...text.matchAll(FENCE)].map(([, language = "", body = ""]) => [
    language,
    body,
  ]);
}

/** The text in backticks, outside of fences; line breaks become spaces. */
export function codeSpansOf({ text }: Page): string[] {
  const spans = text.replace(FENCE, "").matchAll(/(?<!`)`([^`]+)`(?!`)/g);
  return [...spans].map(([, span = ""]) => span.replace(/\s+/g, " "));
}

/** The headings of a page with their levels, outside of fences. */
export function headingsOf({ text }: Page): [level: number, text: string][] {
  const found = text.replace(FENCE, "").matchAll(/^(#{1,6}) (.+)$/gm);
  return [...found].map(([, hashes = "", title = ""]) => [
    hashes.length,
    title,
  ]);
}

/** Text without its fenced blocks and code spans. */
export function proseOf({ text }: Page): string {
  return text.replace(FENCE, "").replace(/`[^`]*`/g, "");
}
