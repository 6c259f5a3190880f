const ATX = /^ {0,3}#/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const LINE_END = /\r\n?|\n/g;

/** The offset after the Markdown heading at `start`, at most `end`. */
export function bodyStart(text: string, start: number, end: number): number {
  let at = start;
  let atx = true;
  for (let first = true; at < end; first = false) {
    const next = afterLine(text, at, end);
    const line = text.slice(at, next).trimEnd();
    if (first) atx = ATX.test(line);
    at = next;
    if (atx || (!first && UNDERLINE.test(line))) return at;
  }
  return at;
}

/** The offset after the line that holds an offset, at most `end`. */
function afterLine(text: string, at: number, end: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.test(text) ? Math.min(LINE_END.lastIndex, end) : end;
}
