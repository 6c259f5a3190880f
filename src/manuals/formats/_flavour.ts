import { htmlBlockEnd } from "./_html_block.ts";
import { MdxFlow } from "./_mdx_flow.ts";

/** Which Markdown a text is. */
export type FlavourName = "commonmark" | "mdx";

/** What differs between the kinds of Markdown, for one text. */
export interface Flavour {
  /** 1 for the ASCII characters that can begin more than a paragraph. */
  readonly special: Uint8Array;
  /** More columns than these make indented code. */
  readonly maxIndent: number;
  /** What MDX has instead of HTML. */
  readonly mdx?: MdxFlow;
  readonly htmlBlockEnd: typeof htmlBlockEnd;
}

const CHARS = "\t\n\r #`~*+_=<>-[0123456789";
const SPECIAL = tableOf(CHARS);
// With those of expressions, and of statements: `import` and `export`.
const MDX_SPECIAL = tableOf(`${CHARS}{ie`);

const COMMONMARK: Flavour = { special: SPECIAL, maxIndent: 3, htmlBlockEnd };

/** The flavour of that name. */
export function flavourOf(name: FlavourName, text: string): Flavour {
  if (name === "commonmark") return COMMONMARK;
  return {
    special: MDX_SPECIAL,
    // MDX has no indented code.
    maxIndent: Infinity,
    mdx: new MdxFlow(text),
    // Sites that read MDX still allow comments as HTML has them.
    htmlBlockEnd: (line, interrupts) =>
      line.startsWith("<!--") ? htmlBlockEnd(line, interrupts) : undefined,
  };
}

function tableOf(chars: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
}
