import { FORMATS } from "../manuals/formats/formats.ts";
import type { CommandArgs } from "./_command_args.ts";

/** `file:line`, as `find` prints its hits; no file that is read ends so. */
const WITH_LINE = /^(.+):(\d{1,15})$/;

/** A file and the line that `--line`, or what follows the file, names. */
export function fileAndLine(
  given: string,
  args: CommandArgs,
): { readonly path: string; readonly line: number | null } {
  const explicit = args.integer("--line");
  const [, path = "", line] = WITH_LINE.exec(given) ?? [];
  // An ending alone is no file.
  return path.lastIndexOf(".") > 0 && FORMATS.of(path)
    ? { path, line: explicit ?? Number(line) }
    : { path: given, line: explicit ?? null };
}
