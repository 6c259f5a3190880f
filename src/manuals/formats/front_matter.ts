import { LineReader } from "./lines.ts";

/** What a file says of itself before its text starts. */
export interface FrontMatter {
  /** Offset and number of the first line after it. */
  readonly end: number;
  readonly nextLine: number;
  readonly title?: string;
  readonly description?: string;
}

// What is longer is no title, and no description that anyone reads.
const MAX_SCALAR_CHARS = 10_000;
const KEY = /^(title|description)[ \t]*:(?:[ \t]+(.*))?$/s;
const BLOCK_HEADER = /^([|>])[-+0-9]*(?:[ \t]+#.*)?$/;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "0": "\0",
  _: "\u00a0",
};

/**
 * Reads the YAML front matter that a text starts with: lines between `---` and
 * `---` or `...`. Only the scalars `title` and `description` are understood:
 * loading a YAML parser would cost more than scanning a whole manual.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  if (!text.startsWith("---")) return undefined;
  const reader = new LineReader(text);
  const lines: string[] = [];
  while (reader.advance()) {
    const line = text.slice(reader.start, reader.end).trimEnd();
    if (reader.line === 1) {
      if (line !== "---") return undefined;
    } else if (line === "---" || line === "...") {
      const end = { end: reader.next, nextLine: reader.line + 1 };
      return { ...end, ...readScalars(lines) };
    } else lines.push(line);
  }
  return undefined;
}

function readScalars(
  lines: readonly string[],
): Pick<FrontMatter, "title" | "description"> {
  const found: { title?: string; description?: string } = {};
  for (let i = 0; i < lines.length; i++) {
    const [, name, first = ""] = KEY.exec(lines[i] ?? "") ?? [];
    if (name !== "title" && name !== "description") continue;
    let next = i + 1;
    while (next < lines.length && /^(?:\s|$)/.test(lines[next] ?? "")) next++;
    const value = readScalar(first.trim(), lines.slice(i + 1, next));
    if (value !== "") found[name] ??= value;
  }
  return found;
}

/** A scalar from what follows its key and the indented lines below. */
function readScalar(first: string, below: readonly string[]): string {
  const style = BLOCK_HEADER.exec(first)?.[1];
  if (style) {
    const text = below.map((line) => line.trim());
    return style === "|" ? text.join("\n").trim() : fold(text);
  }
  const text = fold([first, ...below.map((line) => line.trim())])
    .slice(0, MAX_SCALAR_CHARS);
  if (text.startsWith('"')) {
    return /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]?.replace(
      /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gi,
      (_, unit, byte, char) =>
        char === undefined
          ? String.fromCharCode(parseInt(unit ?? byte, 16))
          : ESCAPES[char] ?? char,
    ).trim() ?? "";
  }
  if (text.startsWith("'")) {
    return /^'((?:[^']|'')*)'/.exec(text)?.[1]?.replaceAll("''", "'").trim() ??
      "";
  }
  // A collection, an alias or a tag is no scalar of ours.
  if (/^[[{&*!]/.test(text)) return "";
  // To the end of all: tried again at every `#` of a line, it would be squared.
  const plain = text.replace(/(?:^|\s)#.*$/s, "").trim();
  return /^(?:null|~)$/i.test(plain) ? "" : plain;
}

/** Joins lines as YAML does: one break is a space, an empty line a break. */
function fold(lines: readonly string[]): string {
  return lines.join("\n").trim()
    .replace(/\n+/g, (breaks) => breaks.slice(1) || " ");
}
