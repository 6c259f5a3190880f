import type { CommandArgs } from "./_command_args.ts";

/** `file:line`, as `find` prints its hits; no file that is read ends so. */
const WITH_LINE = /^(.+\.(?:md|json)):(\d{1,15})$/i;

/** A file and the line that `--line`, or what follows the file, names. */
export function fileAndLine(
  given: string,
  args: CommandArgs,
): { readonly path: string; readonly line: number | null } {
  const [, path = given, line] = WITH_LINE.exec(given) ?? [];
  const inline = line === undefined ? null : Number(line);
  return { path, line: args.integer("--line") ?? inline };
}
