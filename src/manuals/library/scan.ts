import {
  type CursorInput,
  integer,
  MAX_CHARS,
  readCursor,
} from "./arguments.ts";
import { ManualError } from "../errors.ts";
import type { ManualLibrary } from "./manual_library.ts";
import {
  countLines,
  cutBefore,
  isInsidePair,
  lineOfOffset,
  offsetOfLine,
} from "../formats/lines.ts";

/** Where a scan goes on. */
export interface ScanCursor {
  /** A line, counted from 1. */
  readonly start_line?: number | null;
  /** UTF-16 units from the start of the file; wins over the line. */
  readonly char_offset?: number | null;
}

/** Which page of which file. */
export interface ScanParams {
  /** The manual's id. */
  readonly manual_id: string;
  /** A file, relative to the manual. */
  readonly path: string;
  /** The first line; wins over the cursor. */
  readonly start_line?: number | null;
  /** `next_cursor` of the page before, or its `char_offset`. */
  readonly cursor?: CursorInput<ScanCursor>;
  /** UTF-16 units a page, from 256 to 50000. */
  readonly max_chars?: number | null;
}

/** A page of a file. */
export interface ScanPage {
  /** Whole lines, unless one is longer than a page. */
  readonly text: string;
  /** The lines that the text is from. */
  readonly applied_range: {
    readonly start_line: number;
    readonly end_line: number;
  };
  /** UTF-16 units from the start of the file; `null` at its end. */
  readonly next_cursor: { readonly char_offset: number | null };
  /** Whether the file ends with this page. */
  readonly eof: boolean;
  /** Whether more follows. */
  readonly truncated: boolean;
}

/** A page with its file. Joined, the pages of a file are the file. */
export interface ScanResult extends ScanPage {
  /** The manual's id. */
  readonly manual_id: string;
  /** The file, in its one spelling. */
  readonly path: string;
  /** What ended the page. */
  readonly truncated_reason: "none" | "max_chars";
  /** What was asked for, defaults filled in. */
  readonly applied: { readonly max_chars: number };
}

/** Reads a file page by page. */
export async function scan(
  library: ManualLibrary,
  params: ScanParams,
  defaultMaxChars: number = MAX_CHARS.fallback,
): Promise<ScanResult> {
  const maxChars = integer(params.max_chars, "maxChars", {
    ...MAX_CHARS,
    fallback: defaultMaxChars,
  });
  const cursor = readCursor<ScanCursor>(params.cursor, "char_offset");
  const { text, path } = await library.read(params.manual_id, params.path);
  const from = startOffset(text, params.start_line, cursor);
  const page = readPage(text, from, maxChars);
  return {
    manual_id: params.manual_id,
    path,
    ...page,
    truncated_reason: page.truncated ? "max_chars" : "none",
    applied: { max_chars: maxChars },
  };
}

/** The page that starts at an offset: whole lines, as many as fit. */
export function readPage(
  text: string,
  from: number,
  maxChars: number,
): ScanPage {
  const end = cutBefore(text, from, from + maxChars);
  const startLine = lineOfOffset(text, from);
  const page = text.slice(from, end);
  const eof = end === text.length;
  return {
    text: page,
    applied_range: {
      start_line: startLine,
      end_line: startLine + countLines(page) - 1,
    },
    next_cursor: { char_offset: eof ? null : end },
    eof,
    truncated: !eof,
  };
}

/** `start_line`, else `cursor.char_offset`, else `cursor.start_line`, else 1. */
function startOffset(
  text: string,
  startLine: number | null | undefined,
  cursor: ScanCursor,
): number {
  const anyLine = { min: 1, fallback: 0 };
  const given = integer(startLine, "startLine", anyLine);
  const inCursor = integer(cursor.start_line, "cursorLine", anyLine);
  const offset = integer(cursor.char_offset, "cursorOffset", {
    min: 0,
    fallback: -1,
  });
  if (given === 0 && offset >= 0) return checkOffset(text, offset);
  const name = given > 0 ? "startLine" : "cursorLine";
  const start = offsetOfLine(text, given || inCursor || 1);
  if (start !== undefined) return start;
  const max = countLines(text);
  return integer(given || inCursor, name, { min: 1, max, fallback: 1 });
}

function checkOffset(text: string, offset: number): number {
  const range = { min: 0, max: text.length, fallback: 0 };
  integer(offset, "cursorOffset", range);
  if (!isInsidePair(text, offset)) return offset;
  throw new ManualError({
    kind: "insideCharacter",
    parameter: "cursorOffset",
    value: offset,
  });
}
