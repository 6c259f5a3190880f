import { oneLine } from "../log.ts";
import type { TocItem } from "../manuals/mod.ts";
import { openRoot } from "./_open_root.ts";
import { type ManualsCommand, positionals } from "./manuals_command.ts";

/** `manuals toc`: the files of a manual, and their headings. */
export const TOC: ManualsCommand = {
  usage:
    "toc <manual> [<path>] [--deep] [--max-files <n>] [--max-headings <n>] [--offset <n>]",
  summary: "list the files below a path; --deep with their headings",
  options: {
    "--deep": "flag",
    "--max-files": "value",
    "--max-headings": "value",
    "--offset": "value",
  },
  async run(args, context) {
    const [manual_id, path_prefix] = positionals(args, ["manual", "path"], 1);
    const json = await openRoot(args, context).toc({
      manual_id,
      path_prefix,
      depth: args.has("--deep") ? "deep" : "shallow",
      max_files: args.integer("--max-files") ?? null,
      max_headings_per_file: args.integer("--max-headings") ?? null,
      cursor: args.integer("--offset") ?? null,
    });
    const { next_cursor: { offset }, total_files } = json;
    return {
      json,
      text: json.items.map(showItem).join(""),
      note: offset === null
        ? undefined
        : `${total_files} files; go on with --offset ${offset}`,
    };
  },
};

function showItem({ path, headings, problem }: TocItem): string {
  const lines = headings
    .map(({ title, line_start }) =>
      `${String(line_start).padStart(7)}  ${oneLine(title)}\n`
    );
  return `${oneLine(path)}${problem ? `  (${problem})` : ""}\n${
    lines.join("")
  }`;
}
