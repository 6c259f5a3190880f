import { parseAs } from "../formats/format.ts";
import { cutBefore } from "../formats/lines.ts";
import { breadcrumb, pageTitle } from "../formats/section.ts";
import { MAX_CHARS } from "./arguments.ts";
import type { ManualLibrary } from "./manual_library.ts";
import { sectionAt, type SectionRef } from "./read.ts";

/** A section with its subsections and what it is called. */
export interface WholeSection {
  /** Its file, in its one spelling. */
  readonly path: string;
  /** The type of its file. */
  readonly file_type: string;
  /** The line on which it starts. */
  readonly start_line: number;
  /** The title of its page and its heading. */
  readonly title: string;
  /** At most as much as one call returns. */
  readonly text: string;
  /** Whether it was cut. */
  readonly truncated: boolean;
}

/** Reads a section; a file that has none is read as a whole. */
export async function wholeSection(
  library: ManualLibrary,
  ref: SectionRef,
): Promise<WholeSection> {
  const file = await library.read(ref.manual_id, ref.path);
  const { format, path, text } = file;
  const parsed = parseAs(format, path, text);
  const { start, end, startLine, title } = sectionAt(
    parsed,
    path,
    ref.start_line,
  );
  const last = end - start > MAX_CHARS.max
    ? cutBefore(text, start, start + MAX_CHARS.max)
    : end;
  return {
    path,
    file_type: format.type,
    start_line: startLine,
    title: breadcrumb(pageTitle(parsed), title),
    text: text.slice(start, last),
    truncated: last < end,
  };
}
