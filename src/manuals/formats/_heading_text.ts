import { removeEmphasis } from "./_emphasis.ts";
import { readTemplateMarkup, tidy } from "./_template_markup.ts";
import { wholeCharacter } from "./lines.ts";

// A heading may be a whole file; its title need not be.
const MAX_TITLE = 500;
const MARKUP = /[\\`*_[\]<&{\r\n]/;
const ATTRIBUTES = /[ \t]*\{[:]?[ \t]*[#.][^{}]*\}[ \t]*$/;
const ENTITY = /^&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/i;
const AUTOLINK = /^<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>/i;
const TAG = /^<(?:\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?|!--.*?--|\?.*?\?)>/is;
// Named references that are met in headings; any other is left as it stands.
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  copy: "©",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: "\u00a0",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  times: "×",
  trade: "™",
};

/** The text that a heading shows, from its source without any `#`s. */
export function headingText(source: string): string {
  const whole = source.trim();
  const line = whole.slice(0, wholeCharacter(whole, MAX_TITLE));
  if (!MARKUP.test(line)) return line;
  const body = line.replace(/[ \t]*(?:\r\n?|\n)[ \t]*/g, " ");
  const shown = removeEmphasis(readInlines(body.replace(ATTRIBUTES, "")));
  if (!line.includes("{")) return shown.trim();
  // A heading that is nothing but markup is better than none.
  return tidy(shown) || line;
}

/**
 * Reduces everything but emphasis to its text. Asterisks and underscores that
 * stand for themselves are marked with a preceding NUL for the next step.
 */
function readInlines(source: string): string {
  let text = "";
  for (let at = 0; at < source.length;) {
    const char = source[at] ?? "";
    const [shown, length] = readInline(source, at, char) ?? [char, 1];
    text += shown;
    at += length;
  }
  return text;
}

type Inline = readonly [shown: string, length: number];

function readInline(
  source: string,
  at: number,
  char: string,
): Inline | undefined {
  switch (char) {
    case "\\": {
      const next = source[at + 1] ?? "";
      return /^[!-/:-@[-`{-~]$/.test(next) ? [literal(next), 2] : undefined;
    }
    case "`":
      return readCodeSpan(source, at);
    case "<": {
      const rest = source.slice(at);
      const link = AUTOLINK.exec(rest);
      if (link) return [literal(link[1] ?? ""), link[0].length];
      const tag = TAG.exec(rest);
      return tag ? ["", tag[0].length] : undefined;
    }
    case "&":
      return readEntity(source.slice(at, at + 32));
    case "!":
      return source[at + 1] === "[" ? readLink(source, at + 1, 1) : undefined;
    case "[":
      return readLink(source, at, 0);
    case "{": {
      const [shown, length] = readTemplateMarkup(source, at) ?? [];
      return shown === undefined || length === undefined
        ? undefined
        : [literal(shown), length];
    }
    default:
      return undefined;
  }
}

function readCodeSpan(source: string, at: number): Inline {
  const ticks = /^`+/.exec(source.slice(at))?.[0] ?? "`";
  let close = source.indexOf(ticks, at + ticks.length);
  while (close >= 0) {
    let end = close;
    while (source[end] === "`") end++;
    if (end - close === ticks.length) {
      const code = source.slice(at + ticks.length, close);
      const inner = /^ .*[^ ].* $|^ [^ ] $/.test(code)
        ? code.slice(1, -1)
        : code;
      return [literal(inner), end - at];
    }
    close = source.indexOf(ticks, end);
  }
  return [ticks, ticks.length];
}

function readEntity(source: string): Inline | undefined {
  const [whole = "", decimal, hex, name = ""] = ENTITY.exec(source) ?? [];
  if (whole === "") return undefined;
  const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : undefined;
  if (code === undefined) {
    const char = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    return char === undefined ? undefined : [char, whole.length];
  }
  const valid = code > 0 && code <= 0x10ffff &&
    (code < 0xd800 || code > 0xdfff);
  return [literal(valid ? String.fromCodePoint(code) : "\ufffd"), whole.length];
}

/** `[text](destination)` and `[text][label]`: the text. */
function readLink(
  source: string,
  at: number,
  lead: number,
): Inline | undefined {
  const close = closingBracket(source, at);
  const after = source[close + 1];
  if (close < 0 || (after !== "(" && after !== "[")) return undefined;
  const end = after === "["
    ? source.indexOf("]", close + 2)
    : closingParenthesis(source, close + 1);
  if (end < 0) return undefined;
  return [readInlines(source.slice(at + 1, close)), end + 1 - at + lead];
}

function closingBracket(source: string, at: number): number {
  let depth = 0;
  for (let i = at; i < source.length; i++) {
    const char = source[i];
    if (char === "\\") i++;
    else if (char === "`") i += readCodeSpan(source, i)[1] - 1;
    else if (char === "[") depth++;
    else if (char === "]" && --depth === 0) return i;
  }
  return -1;
}

function closingParenthesis(source: string, at: number): number {
  const inside =
    /^\(\s*(?:<(?:[^<>\\]|\\.)*>|(?:[^\s\\()<]|\\.|\((?:[^\s\\()]|\\.)*\))*)?(?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?\s*\)/
      .exec(source.slice(at));
  return inside ? at + inside[0].length - 1 : -1;
}

/** Protects what must not be taken for emphasis. */
function literal(text: string): string {
  return text.replace(/[*_\0]/g, "\0$&");
}
