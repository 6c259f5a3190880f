import { FORMATS } from "../manuals/formats/formats.ts";
import { MAX_CHARS } from "../manuals/library/arguments.ts";
import type { CommandArgs } from "./_command_args.ts";
import {
  type ManualsCommand,
  type ManualsContext,
  openSources,
  positionalsOfManual,
} from "./manuals_command.ts";

/** `manuals read`: a section. */
export const READ: ManualsCommand = {
  usage: "read <manual> <file>[:<line>] [--line <n>] [--max-chars <n>]",
  summary: "print the section that starts at a line, by default the first",
  options: { "--line": "value", "--max-chars": "value" },
  async run(args, context) {
    const { manual_id, path, line } = await placeIn(args, context);
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
    const { manual_id, path, line } = await placeIn(args, context);
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

/** The place in a manual that the arguments name. */
async function placeIn(
  args: CommandArgs,
  context: ManualsContext,
): Promise<{ manual_id: string } & ReturnType<typeof fileAndLine>> {
  const names = ["manual", "file"] as const;
  const [manual_id, file] = await positionalsOfManual(args, context, names);
  return { manual_id, ...fileAndLine(file, args) };
}

/** `file:line`, as `find` prints its hits; no file that is read ends so. */
const WITH_LINE = /^(.+):(\d{1,15})$/;

/** A file and the line that `--line`, or what follows the file, names. */
export function fileAndLine(
  given: string,
  args: CommandArgs,
): { readonly path: string; readonly line: number | null } {
  const explicit = args.integer("--line");
  const [, path = "", line] = WITH_LINE.exec(given) ?? [];
  // An ending alone does not make a file name.
  return path.lastIndexOf(".") > 0 && FORMATS.of(path)
    ? { path, line: explicit ?? Number(line) }
    : { path: given, line: explicit ?? null };
}
