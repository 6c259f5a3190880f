import { fromMarkdown } from "mdast-util-from-markdown";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { mdxjs } from "micromark-extension-mdxjs";
import type { OracleHeading } from "./commonmark_oracle.ts";

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: { readonly line: number } } | undefined;
}

/**
 * The headings of an MDX text by its own parser: those of the document, and
 * those inside elements, which are headings of the page too.
 *
 * @throws what the parser throws for a text that is no MDX.
 */
export function mdxHeadings(text: string): OracleHeading[] {
  const root: Node = fromMarkdown(text, {
    extensions: [mdxjs()],
    mdastExtensions: [mdxFromMarkdown()],
  });
  return headingsIn(root);
}

function headingsIn({ children = [] }: Node): OracleHeading[] {
  return children.flatMap((node) => {
    if (node.type === "mdxJsxFlowElement") return headingsIn(node);
    if (node.type !== "heading") return [];
    const line = node.position?.start.line ?? 0;
    return [{ level: node.depth ?? 0, line, text: "" }];
  });
}
