import { wholeCharacter } from "./lines.ts";

const MAX_TITLE = 500;
const MARKUP = /[\\`*_#+^~{[<]/;
const REFERENCE = /\\?\{([\w-]{1,100})\}/g;
/** What Asciidoctor knows without being told. */
const KNOWN: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  asterisk: "*",
  backslash: "\\",
  backtick: "`",
  blank: "",
  brvbar: "¦",
  caret: "^",
  cpp: "C++",
  empty: "",
  endsb: "]",
  gt: ">",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  nbsp: "\u00a0",
  plus: "+",
  quot: '"',
  rdquo: "”",
  rsquo: "’",
  sp: " ",
  startsb: "[",
  tilde: "~",
  "two-colons": "::",
  "two-semicolons": ";;",
  vbar: "|",
  wj: "",
  zwsp: "",
};
// Macros, anchors and references: what they show is in the last group.
const MACRO =
  /\[\[[^\]]{1,200}\]\]|<<[^<>,]{1,200}(?:,[ ]*([^<>]{1,200}))?>>|\b(?:link|xref|pass|mailto|kbd|btn|menu|icon|image):[^\s[\]]{0,200}\[([^\]]{0,200})\]|\bhttps?:\/\/[^\s[\]]{1,200}\[([^\]]{1,200})\]/g;
const ROLE = /\[[^\]]{1,100}\](?=[#*_`])/g;
const DOUBLE = /(?<![\w\\])"`(\S|\S[^`]{0,300}?\S)`"(?!\w)/g;
const SINGLE = /(?<![\w\\])'`(\S|\S[^`]{0,300}?\S)`'(?!\w)/g;
// Each kind twice: inside words, and around them.
const QUOTES: readonly RegExp[] = [
  /\+\+([^+]{1,300}?)\+\+/g,
  /(?<![\w\\])\+(\S|\S[^+]{0,300}?\S)\+(?!\w)/g,
  /``([^`]{1,300}?)``/g,
  /(?<![\w\\])`(\S|\S[^`]{0,300}?\S)`(?!\w)/g,
  /\*\*([^*]{1,300}?)\*\*/g,
  /(?<![\w\\*])\*(\S|\S[^*]{0,300}?\S)\*(?![\w*])/g,
  /__([^_]{1,300}?)__/g,
  /(?<![\w\\])_(\S|\S[^_]{0,300}?\S)_(?!\w)/g,
  /##([^#]{1,300}?)##/g,
  /(?<![\w\\&])#(\S|\S[^#]{0,300}?\S)#(?!\w)/g,
  /\^([^\s^]{1,300})\^/g,
  /~([^\s~]{1,300})~/g,
];

/** The text that a title shows, from its source and what is known by name. */
export function adocTitle(
  source: string,
  attributes: ReadonlyMap<string, string>,
): string {
  const whole = source.slice(0, wholeCharacter(source, MAX_TITLE));
  if (!MARKUP.test(whole)) return whole;
  const filled = whole.replace(
    REFERENCE,
    (reference, name: string) =>
      reference.startsWith("\\")
        ? reference.slice(1)
        : attributes.get(name.toLowerCase()) ??
          (Object.hasOwn(KNOWN, name) ? KNOWN[name] ?? "" : reference),
  ).slice(0, MAX_TITLE);
  let shown = filled.replace(
    MACRO,
    (_, ...texts: unknown[]) =>
      String(texts.slice(0, 3).find((text) => text !== undefined) ?? ""),
  ).replace(ROLE, "").replace(DOUBLE, "“$1”").replace(SINGLE, "‘$1’");
  for (const quote of QUOTES) shown = shown.replace(quote, "$1");
  return shown.replace(/\\([*_`#+^~{<[])/g, "$1").trim();
}
