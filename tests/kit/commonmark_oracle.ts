/**
 * The headings of a Markdown text as two full parsers see them: the oracles of
 * the block scanner's tests.
 *
 * @module
 */
import { type Node, Parser } from "commonmark";
import { fromMarkdown } from "mdast-util-from-markdown";

/** A heading that is a child of the document. */
export interface OracleHeading {
  level: number;
  /** First text line, link definitions before it not counted. */
  line: number;
  text: string;
}

/** By the reference implementation of the specification's authors. */
export function commonmarkHeadings(text: string): OracleHeading[] {
  const headings: OracleHeading[] = [];
  const root = new Parser().parse(text);
  for (let node = root.firstChild; node; node = node.next) {
    if (node.type !== "heading") continue;
    const line = node.sourcepos[0][0];
    headings.push({ level: node.level, line, text: textOf(node) });
  }
  return headings;
}

/** By micromark, which works in an altogether different way. */
export function micromarkHeadings(text: string): OracleHeading[] {
  return fromMarkdown(text).children.flatMap((node) =>
    node.type === "heading"
      ? [{
        level: node.depth,
        line: node.position?.start.line ?? 0,
        text: "",
      }]
      : []
  );
}

function textOf(heading: Node): string {
  let text = "";
  const walker = heading.walker();
  for (let step = walker.next(); step; step = walker.next()) {
    if (!step.entering) continue;
    const { type, literal } = step.node;
    if (type === "softbreak" || type === "linebreak") text += " ";
    else if (type === "text" || type === "code") text += literal ?? "";
  }
  return text.trim();
}
