const BLOCK_NAMES =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|" +
  "colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|" +
  "footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|" +
  "link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|" +
  "section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const ATTRIBUTE =
  "\\s+[a-z_:][\\w:.-]*(?:\\s*=\\s*(?:[^\"'=<>`\\s]+|'[^']*'|\"[^\"]*\"))?";
const TAG_NAME = "[a-z][a-z0-9-]*";

/** What ends an HTML block: a line that matches, or a blank line for `null`. */
export type HtmlEnd = RegExp | null;

// The seven kinds of CommonMark 0.31 §4.6, in its order.
const KINDS: readonly (readonly [RegExp, HtmlEnd])[] = [
  [
    /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
    /<\/(?:script|pre|textarea|style)>/i,
  ],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${BLOCK_NAMES})(?:\\s|/?>|$)`, "i"), null],
];
const LONE_TAG = new RegExp(
  `^<(?:${TAG_NAME}(?:${ATTRIBUTE})*\\s*/?|/${TAG_NAME}\\s*)>\\s*$`,
  "i",
);

// Its pattern keeps a way back for every attribute: not for a whole file's.
const MAX_TAG_CHARS = 100_000;

/**
 * How the HTML block that a line starting with `<` opens will end; `undefined`
 * when it opens none. A lone tag of any name cannot interrupt a paragraph.
 */
export function htmlBlockEnd(
  line: string,
  interrupts: boolean,
): HtmlEnd | undefined {
  for (const [start, end] of KINDS) {
    if (start.test(line)) return end;
  }
  const lone = !interrupts && line.length <= MAX_TAG_CHARS &&
    LONE_TAG.test(line);
  return lone ? null : undefined;
}
