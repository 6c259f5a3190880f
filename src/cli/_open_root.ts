import { type Manuals, openManuals } from "../manuals/mod.ts";
import type { CommandArgs } from "./_command_args.ts";
import { type ManualsContext, manualsRoot } from "./manuals_command.ts";

/** The manuals that a command line means. */
export function openRoot(args: CommandArgs, context: ManualsContext): Manuals {
  const { runtime, config } = context;
  return openManuals({
    root: manualsRoot(args, context),
    runtime,
    scanMaxChars: config.manuals.scan_max_chars,
  });
}
