const LABEL = /^\[(?:[^\\[\]]|\\.){0,999}\]:/s;
const BREAK = /[ \t]*(?:\n[ \t]*)?/y;
const BRACKETED = /<(?:[^<>\n\\]|\\.)*>/y;
const TITLE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)/sy;
const LINE_END = /[ \t]*(?:\n|$)/y;

/**
 * The length of the link reference definition that a paragraph's text begins
 * with, its line end included; 0 when it begins with none (CommonMark §4.7).
 */
export function definitionLength(text: string): number {
  const label = LABEL.exec(text)?.[0];
  if (label === undefined || label.slice(1, -2).trim() === "") return 0;
  const destination = match(BREAK, text, label.length);
  const afterDestination = destinationEnd(text, destination);
  if (afterDestination < 0) return 0;
  const title = match(BREAK, text, afterDestination);
  if (title > afterDestination) {
    const afterTitle = match(TITLE, text, title);
    const end = afterTitle < 0 ? -1 : match(LINE_END, text, afterTitle);
    if (end >= 0) return end;
  }
  // What looked like a title may be the text of the next line.
  return Math.max(0, match(LINE_END, text, afterDestination));
}

/** The end of a match at an offset, or -1. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function destinationEnd(text: string, from: number): number {
  if (text[from] === "<") return match(BRACKETED, text, from);
  let depth = 0;
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char <= " " || char === "\x7f") break;
    if (char === "\\" && (text[at + 1] ?? " ") > " ") at++;
    else if (char === "(") depth++;
    else if (char === ")" && --depth < 0) return -1;
  }
  return at > from && depth === 0 ? Math.min(at, text.length) : -1;
}
