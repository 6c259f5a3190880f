const LABEL = /^\[(?:[^\\[\]]|\\.){0,999}\]:/s;
const BREAK = /[ \t]*(?:\n[ \t]*)?/y;
const TITLE_ENDS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "(": ")",
};
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
    const afterTitle = titleEnd(text, title);
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

function titleEnd(text: string, from: number): number {
  const open = text[from] ?? "";
  const close = TITLE_ENDS[open];
  if (close === undefined) return -1;
  return closedBy(text, from, { close, never: open === close ? "" : open });
}

/**
 * The offset after what opens at `from`, or -1 if it is not closed. By hand: a
 * pattern keeps a way back for every character, too many for a whole file.
 */
function closedBy(
  text: string,
  from: number,
  { close, never }: { readonly close: string; readonly never: string },
): number {
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === close) return at + 1;
    if (never.includes(char)) return -1;
    if (char === "\\" && text[at + 1] !== "\n") at++;
  }
  return -1;
}

function destinationEnd(text: string, from: number): number {
  if (text[from] === "<") {
    return closedBy(text, from, { close: ">", never: "<\n" });
  }
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
