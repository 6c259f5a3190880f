import { integer, MAX_CHARS } from "./arguments.ts";
import { ManualError } from "../errors.ts";
import type { ManualFile, ManualLibrary } from "./manual_library.ts";
import { readPage, type ScanPage } from "./scan.ts";
import { cutBefore } from "../formats/lines.ts";
import { parseAs } from "../formats/format.ts";
import type { ParsedFile, Section } from "../formats/section.ts";

/** Which section of which file. */
export interface SectionRef {
  /** The manual's id. */
  readonly manual_id: string;
  /** A file with sections, relative to the manual. */
  readonly path: string;
  /** The line at which the section starts; the first section when absent. */
  readonly start_line?: number | null;
}

/** What is to be read. */
export interface ReadParams {
  /** The section. */
  readonly ref: SectionRef;
  /** UTF-16 units, from 256 to 50000. */
  readonly max_chars?: number | null;
}

/** What was read; the range only when it went on from before. */
export interface ReadResult {
  /** The section with its subsections, or what follows it. */
  readonly text: string;
  /** Whether it was cut. */
  readonly truncated: boolean;
  /** What was asked for, defaults filled in. */
  readonly applied: {
    readonly scope: "section";
    readonly max_sections: null;
    readonly max_chars: number;
    readonly mode: "read" | "scan_fallback";
  };
  /** The lines that the text is from. */
  readonly applied_range?: ScanPage["applied_range"];
  /** Where `scan` goes on; always there for who keeps no memory. */
  readonly next_cursor?: ScanPage["next_cursor"];
  /** Whether the file ends here. */
  readonly eof?: boolean;
}

/** What was read last, and how far. */
export interface LastRead {
  /** The manual. */
  readonly manualId: string;
  /** The file, in its one spelling. */
  readonly path: string;
  /** Where the section starts. */
  readonly startLine: number;
  /** How much was asked for. */
  readonly maxChars: number;
  /** The state of the file. */
  readonly fingerprint: string;
  /** Offset after the text that was returned. */
  readonly end: number;
}

/** Remembers one read, so that the same call right after it goes on. */
export interface ReadMemory {
  /** The read before this one; nothing if another call came in between. */
  readonly last: LastRead | undefined;
  /** Notes this one. */
  note(read: LastRead): void;
}

const NEAREST = 5;

/**
 * Reads a section of a file with its subsections. With a memory, the same call
 * again goes on where the last one stopped, up to the end of the file; without
 * one, the result says where a scan would go on.
 */
export async function read(
  library: ManualLibrary,
  params: ReadParams,
  memory?: ReadMemory,
): Promise<ReadResult> {
  const maxChars = integer(params.max_chars, "maxChars", MAX_CHARS);
  const { ref } = params;
  integer(ref.start_line, "startLine", { min: 1, fallback: 1 });
  const file = await library.read(ref.manual_id, ref.path);
  const { start, startLine, end: sectionEnd } = findSection(file, ref);
  const { fingerprint, text, path } = file;
  const manualId = ref.manual_id;
  const call = { manualId, path, startLine, maxChars, fingerprint };
  const last = memory?.last;
  if (last && last.end < text.length && isSameCall(call, last)) {
    const page = readPage(text, last.end, maxChars);
    memory?.note({ ...call, end: last.end + page.text.length });
    return {
      text: page.text,
      truncated: page.truncated,
      applied: applied(maxChars, "scan_fallback"),
      applied_range: page.applied_range,
      next_cursor: page.next_cursor,
      eof: page.eof,
    };
  }
  const truncated = sectionEnd - start > maxChars;
  const end = truncated ? cutBefore(text, start, start + maxChars) : sectionEnd;
  memory?.note({ ...call, end });
  return {
    text: text.slice(start, end),
    truncated,
    applied: applied(maxChars, "read"),
    ...memory === undefined &&
      { next_cursor: { char_offset: end < text.length ? end : null } },
  };
}

function isSameCall(call: Omit<LastRead, "end">, last: LastRead): boolean {
  return call.manualId === last.manualId && call.path === last.path &&
    call.startLine === last.startLine && call.maxChars === last.maxChars &&
    call.fingerprint === last.fingerprint;
}

function applied(
  maxChars: number,
  mode: "read" | "scan_fallback",
): ReadResult["applied"] {
  return { scope: "section", max_sections: null, max_chars: maxChars, mode };
}

function findSection(file: ManualFile, ref: SectionRef): Section {
  const { format, path, text } = file;
  if (format.hasSections) {
    return sectionAt(parseAs(format, path, text), path, ref.start_line);
  }
  throw new ManualError({
    kind: "noSections",
    manualId: ref.manual_id,
    path,
    format: format.name,
  });
}

/** The section that starts at a line; the first one when none is given. */
export function sectionAt(
  { sections }: ParsedFile,
  path: string,
  startLine: number | null | undefined,
): Section {
  const line = startLine ?? sections[0]?.startLine;
  const found = sections.find(({ startLine }) => startLine === line);
  if (found) return found;
  const nearest = sections
    .map(({ startLine, title }) => ({ startLine, title }))
    .sort((a, b) =>
      Math.abs(a.startLine - (line ?? 0)) -
      Math.abs(b.startLine - (line ?? 0))
    )
    .slice(0, NEAREST)
    .sort((a, b) => a.startLine - b.startLine);
  throw new ManualError({ kind: "missingSection", path, line, nearest });
}
