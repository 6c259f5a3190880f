/**
 * What site generators put into titles: calls of templates, comments and ids.
 * A reader of the site never sees them.
 *
 * @module
 */

// Each with a bound: an opening without its end must not cost the whole rest.
const CALL =
  /^\{\{([<%])(?:[^{}<>%]|[<>%](?!\}\})|\{(?!\{)|\}(?!\})){0,400}[>%]\}\}/;
const VALUE = /^\{\{(?:[^{}]|\}(?!\})){0,400}\}\}/;
const STATEMENT = /^\{%(?:[^%]|%(?!\})){0,400}%\}/;
const COMMENT = /^\{\/\*(?:[^*]|\*(?!\/)){0,400}\*\/\}/;
const ID = /^\{[:]?[ \t]*[#.][\w:.\-]{1,200}(?:[ \t][^{}]{0,200})?\}/;

/** The text that a call was given to show: `text="Pods"`, or its one word. */
const SHOWN_TEXT = /\btext[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/;
const ONE_WORD =
  /^\{\{[<%][ \t]*[\w/.-]+[ \t]+(?:"([^"]*)"|'([^']*)'|`([^`]*)`)[ \t]*\/?[>%]\}\}$/;

/** What a reader sees of it, and how long it is. */
type Shown = readonly [shown: string, length: number];

/** Reads the template markup at an opening brace, if it is any. */
export function readTemplateMarkup(
  source: string,
  at: number,
): Shown | undefined {
  const rest = source.slice(at, at + 500);
  const call = CALL.exec(rest)?.[0];
  if (call !== undefined) return [textOf(call), call.length];
  for (const pattern of [VALUE, STATEMENT, COMMENT, ID]) {
    const found = pattern.exec(rest)?.[0];
    if (found !== undefined) return ["", found.length];
  }
  return undefined;
}

function textOf(call: string): string {
  const [, ...texts] = SHOWN_TEXT.exec(call) ?? ONE_WORD.exec(call) ?? [];
  return texts.find((text) => text !== undefined) ?? "";
}

/** A text without its template markup; as it is where nothing else is left. */
export function withoutTemplateMarkup(text: string): string {
  if (!text.includes("{")) return text;
  let shown = "";
  for (let at = 0; at < text.length;) {
    const markup = text[at] === "{" ? readTemplateMarkup(text, at) : undefined;
    const [part, length] = markup ?? [text[at] ?? "", 1];
    shown += part;
    at += length;
  }
  return tidy(shown) || text;
}

/** Closes the gap that removed markup leaves. */
export function tidy(text: string): string {
  return text.replace(/[ \t]{2,}/g, " ").trim();
}
