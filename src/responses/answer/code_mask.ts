/** Stands for a character of code; no other text is likely to hold it. */
export const CODE = "\uFFFC";

const FENCE = /^[ \t]*(?:>[ \t]?)?(`{3,}|~{3,})(.*)$/s;
// Nothing is code without one of these.
const MAY_BE_CODE = /`|~~~|^(?: {4}|\t)/m;
const LIST_ITEM = /^\s*(?:[-*+•・]|\d{1,9}[.)])\s/;

/**
 * The text with every character of code in it replaced by {@linkcode CODE}: a
 * copy of the same length to look for links and numbers in. Code is what
 * Markdown makes of fences, backticks and indented lines.
 */
export function maskCode(text: string): string {
  if (!MAY_BE_CODE.test(text)) return text;
  const masked: string[] = [];
  let paragraph: string[] = [];
  let fence = "";
  let inList = false;
  let afterBlank = true;
  const flush = (): void => {
    if (paragraph.length > 0) masked.push(maskSpans(paragraph.join("\n")));
    paragraph = [];
  };
  for (const line of text.split("\n")) {
    const [, ticks = "", rest = ""] = FENCE.exec(line) ?? [];
    if (fence !== "") {
      masked.push(mask(line));
      if (ticks.startsWith(fence) && rest.trim() === "") fence = "";
      continue;
    }
    if (ticks !== "" && !(ticks.startsWith("`") && rest.includes("`"))) {
      flush();
      masked.push(mask(line));
      fence = ticks;
      continue;
    }
    const blank = line.trim() === "";
    const indented = /^(?: {4}|\t)/.test(line);
    if (LIST_ITEM.test(line)) inList = true;
    else if (!blank && !/^\s/.test(line)) inList = false;
    if (blank || (indented && afterBlank && !inList)) {
      flush();
      masked.push(blank ? line : mask(line));
      afterBlank = true;
    } else {
      paragraph.push(line);
      afterBlank = false;
    }
  }
  flush();
  return masked.join("\n");
}

/** Changes what is no code in a text. */
export function outsideCode(
  text: string,
  change: (part: string) => string,
): string {
  const masked = maskCode(text);
  let result = "";
  let at = 0;
  for (const { index, 0: code } of masked.matchAll(/\uFFFC+(?:\s+\uFFFC+)*/g)) {
    result += change(text.slice(at, index));
    at = index + code.length;
    result += text.slice(index, at);
  }
  return result + change(text.slice(at));
}

function mask(text: string): string {
  return text.replace(/[^\n\r]/g, CODE);
}

/** A span of code ends at the next run of as many backticks. */
function maskSpans(paragraph: string): string {
  if (!paragraph.includes("`")) return paragraph;
  const runs = Array.from(
    paragraph.matchAll(/`+/g),
    ({ 0: { length }, index }) => ({ length, index, next: -1 }),
  );
  const nextOf = new Map<number, number>();
  for (const [i, run] of [...runs.entries()].reverse()) {
    run.next = nextOf.get(run.length) ?? -1;
    nextOf.set(run.length, i);
  }
  let result = "";
  let at = 0;
  for (const { index, next } of runs) {
    const end = runs[next];
    if (index < at || !end) continue;
    const after = end.index + end.length;
    result += paragraph.slice(at, index) + mask(paragraph.slice(index, after));
    at = after;
  }
  return result + paragraph.slice(at);
}
