import { oneLine } from "../text/one_line.ts";
import { FORMATS } from "../manuals/formats/formats.ts";
import { makeId, ROOT_ID } from "../manuals/library/ids.ts";
import type { LsResult } from "../manuals/library/ls.ts";
import {
  type ManualsCommand,
  manualsRoot,
  openRoot,
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
    const json = await openRoot(args, context).ls(id === "" ? {} : { id });
    const text = json.items
      .map(({ name, kind }) => `${oneLine(name)}${kind === "dir" ? "/" : ""}\n`)
      .join("");
    const root = manualsRoot(args, context);
    return { json, text, note: text === "" ? none(json, root) : undefined };
  },
};

/** Files beside the manuals, not in them, are what most often goes wrong. */
function none({ id }: LsResult, root: string): string {
  return id === ROOT_ID
    ? `no manuals in ${root}: put the files of each into a directory of its own`
    : `no directories, ${FORMATS.names} files here`;
}
