import { oneLine } from "../log.ts";
import { makeId } from "../manuals/ids.ts";
import { openRoot } from "./_open_root.ts";
import { type ManualsCommand, positionals } from "./manuals_command.ts";

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
    return { json, text };
  },
};
