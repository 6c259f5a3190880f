import { MAX_CHARS } from "../manuals/library/integer.ts";
import { fileAndLine } from "./_file_and_line.ts";
import {
  type ManualsCommand,
  openSources,
  positionalsOfManual,
} from "./manuals_command.ts";

/** `manuals read`: a section. */
export const READ: ManualsCommand = {
  usage: "read <manual> <file>[:<line>] [--line <n>] [--max-chars <n>]",
  summary: "print the section that starts at a line, by default the first",
  options: { "--line": "value", "--max-chars": "value" },
  async run(args, context) {
    const [manual_id, file] = await positionalsOfManual(
      args,
      context,
      ["manual", "file"],
    );
    const { path, line } = fileAndLine(file, args);
    const json = await openSources(args, context).read({
      ref: { manual_id, path, start_line: line },
      max_chars: args.integer("--max-chars") ?? null,
    });
    return {
      json,
      text: json.text,
      note: json.truncated
        ? `cut after ${json.applied.max_chars} characters; use --max-chars (up to ${MAX_CHARS.max}) or manuals scan`
        : undefined,
    };
  },
};

/** `manuals scan`: a file, page by page. */
export const SCAN: ManualsCommand = {
  usage:
    "scan <manual> <file>[:<line>] [--line <n>] [--offset <n>] [--max-chars <n>]",
  summary: "print a file page by page",
  options: { "--line": "value", "--offset": "value", "--max-chars": "value" },
  async run(args, context) {
    const [manual_id, file] = await positionalsOfManual(
      args,
      context,
      ["manual", "file"],
    );
    const { path, line } = fileAndLine(file, args);
    const json = await openSources(args, context).scan({
      manual_id,
      path,
      start_line: line,
      cursor: args.integer("--offset") ?? null,
      max_chars: args.integer("--max-chars") ?? null,
    });
    const { char_offset } = json.next_cursor;
    return {
      json,
      text: json.text,
      note: char_offset === null
        ? undefined
        : `go on with --offset ${char_offset}`,
    };
  },
};
