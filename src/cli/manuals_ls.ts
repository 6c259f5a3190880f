import { oneLine } from "../text/plain.ts";
import { FORMATS } from "../manuals/formats/formats.ts";
import { makeId } from "../manuals/library/ids.ts";
import type { LsResult } from "../manuals/library/ls.ts";
import { ROOT_ID } from "../text/manual_names.ts";
import type { Manuals } from "../manuals/mod.ts";
import { skippedText } from "../manuals/skipped_text.ts";
import {
  type ManualsCommand,
  manualSources,
  openSources,
  positionals,
} from "./manuals_command.ts";

/** `manuals ls`: the manuals, or what a directory of one holds. */
export const LS: ManualsCommand = {
  usage: "ls [<manual> [<directory>]]",
  summary: "list the manuals, or a directory of one",
  options: {},
  async run(args, context) {
    const [manual, path] = positionals(args, ["manual", "directory"], 2);
    const id = path === "" ? manual : makeId({ kind: "dir", manual, path });
    const json = await listAll(openSources(args, context), id || ROOT_ID);
    const text = json.items
      .map(({ name, kind }) => `${oneLine(name)}${kind === "dir" ? "/" : ""}\n`)
      .join("");
    const { root } = manualSources(args, context);
    const notes = text === "" ? [none(json, root)] : [];
    if (json.skipped) notes.push(skippedText(json.skipped));
    return {
      json,
      text,
      note: notes.length > 0 ? notes.join("; ") : undefined,
    };
  },
};

/** All pages as one: whoever reads a terminal can scroll. */
async function listAll(manuals: Manuals, id: string): Promise<LsResult> {
  const first = await manuals.ls({ id });
  const items = [...first.items];
  let next = first.next_cursor;
  while (next) {
    const page = await manuals.ls({ id, cursor: next });
    items.push(...page.items);
    next = page.next_cursor;
  }
  const { skipped } = first;
  return { id, items, ...skipped && { skipped } };
}

/** Files beside the manuals, not in them, are what most often goes wrong. */
function none({ id }: LsResult, root: string | null | undefined): string {
  return id === ROOT_ID
    ? `no manuals in ${root}: put the files of each into a directory of its own`
    : `no directories, ${FORMATS.names} files here`;
}
