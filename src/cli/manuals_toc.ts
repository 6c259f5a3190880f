import { oneLine } from "../text/plain.ts";
import { FORMATS } from "../manuals/formats/formats.ts";
import type { TocItem, TocResult } from "../manuals/mod.ts";
import { MAX_LISTED } from "../manuals/library/arguments.ts";
import {
  type ManualsCommand,
  openSources,
  positionalsOfManual,
} from "./manuals_command.ts";

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
    const [manual_id, path_prefix] = await positionalsOfManual(
      args,
      context,
      ["manual", "path"],
      1,
    );
    const json = await openSources(args, context).toc({
      manual_id,
      path_prefix,
      depth: args.has("--deep") ? "deep" : "shallow",
      max_files: args.integer("--max-files") ?? null,
      max_headings_per_file: args.integer("--max-headings") ?? null,
      cursor: args.integer("--offset") ?? null,
    });
    return {
      json,
      text: json.items.map(showItem).join(""),
      note: noteOf(json),
    };
  },
};

function noteOf(toc: TocResult): string | undefined {
  const { applied, total_files, next_cursor: { offset }, items } = toc;
  const notes: string[] = [];
  if (total_files === 0) notes.push(`no ${FORMATS.names} files here`);
  else if (items.length === 0) {
    notes.push(
      `there is nothing after file ${total_files}; give a smaller --offset`,
    );
  }
  const most = applied.max_headings_per_file;
  if (items.some(({ heading_count }) => heading_count !== undefined)) {
    const further = most < MAX_LISTED.max
      ? `; use --max-headings (up to ${MAX_LISTED.max})`
      : "";
    notes.push(`at most ${most} headings of a file are listed${further}`);
  }
  const [first, ...more] = toc.skipped ?? [];
  if (first) {
    const others = more.length > 0 ? ` and ${more.length} more` : "";
    notes.push(`not listed: ${first.path} (${first.reason})${others}`);
  }
  if (offset !== null) {
    notes.push(`${total_files} files; go on with --offset ${offset}`);
  }
  return notes.length > 0 ? notes.join("; ") : undefined;
}

function showItem({ path, headings, problem }: TocItem): string {
  const lines = headings
    .map(({ title, line_start }) =>
      `${String(line_start).padStart(7)}  ${oneLine(title)}\n`
    );
  return `${oneLine(path)}${problem ? `  (${problem})` : ""}\n${
    lines.join("")
  }`;
}
