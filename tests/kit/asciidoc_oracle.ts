import { load } from "@asciidoctor/core";
import type { OracleHeading } from "./commonmark_oracle.ts";

/** What is looked at of Asciidoctor's blocks. */
interface Block {
  readonly context: string;
  readonly level: number;
  readonly title: string | null;
  readonly blocks: readonly Block[];
  getLineNumber(): number | undefined;
}

/**
 * The titles of an AsciiDoc text by Asciidoctor itself. It counts levels from 0
 * and tells no line of the document's own title, which is therefore 0.
 */
export async function asciidocHeadings(text: string): Promise<OracleHeading[]> {
  const document: Block & { readonly header: Block | null } = await load(text, {
    sourcemap: true,
    safe: "secure",
  });
  const { header } = document;
  const headings = sectionsIn(document);
  const title = header?.title ?? undefined;
  return title === undefined
    ? headings
    : [{ level: 1, line: 0, text: title }, ...headings];
}

function sectionsIn({ blocks }: Block): OracleHeading[] {
  return blocks.flatMap((block) => {
    if (block.context !== "section") return [];
    const { level, title } = block;
    const line = block.getLineNumber() ?? 0;
    const text = title ?? "";
    return [{ level: level + 1, line, text }, ...sectionsIn(block)];
  });
}
