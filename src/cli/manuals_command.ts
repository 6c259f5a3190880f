import { resolveHere } from "../config/paths.ts";
import type { Config } from "../config/schema.ts";
import { hasManuals } from "../config/sections/manuals.ts";
import type { OpenEngine } from "../manuals/find/open_finder.ts";
import {
  type Manuals,
  type ManualSources,
  openManuals,
} from "../manuals/mod.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { oneLine } from "../text/plain.ts";
import { show } from "../text/show.ts";
import { NAME } from "../version.ts";
import type { CommandArgs, CommandOptions } from "./_command_args.ts";
import { UsageError } from "./args.ts";

/** What a command of `manuals` may use. */
export interface ManualsContext {
  readonly runtime: Runtime;
  readonly config: Config;
  /**
   * Opens what finds sections.
   * @default {an index in this process}
   */
  readonly openEngine?: OpenEngine;
}

/** What a command comes to. */
export interface CommandOutput {
  /** What `--json` prints. */
  readonly json: object;
  /** What is printed otherwise. */
  readonly text: string;
  /** For people, on standard error: how to go on. */
  readonly note?: string | undefined;
}

/** One command of `manuals`. */
export interface ManualsCommand {
  /** What follows its name. */
  readonly usage: string;
  /** In one line, what it does. */
  readonly summary: string;
  /** Its options beside `--root` and `--json`. */
  readonly options: CommandOptions;
  run(args: CommandArgs, context: ManualsContext): Promise<CommandOutput>;
}

/** Where the manuals are: in `--root`, or where the configuration says. */
export function manualSources(
  args: CommandArgs,
  { runtime, config: { manuals } }: ManualsContext,
): ManualSources & Partial<Pick<Config["manuals"], "engine">> {
  const given = args.get("--root");
  const { root, paths, engine } = manuals;
  if (given === undefined && hasManuals(manuals)) {
    return { root, paths, engine };
  }
  if (given) return { root: resolveHere(given, runtime) };
  throw new UsageError(
    "No manuals: give --root <directory>, or set MANUALS_ROOT or manuals.paths",
  );
}

/** The manuals that a command line means. */
export function openSources(
  args: CommandArgs,
  context: ManualsContext,
): Manuals {
  const { runtime, config } = context;
  return openManuals({
    ...manualSources(args, context),
    runtime,
    scanMaxChars: config.manuals.scan_max_chars,
    warn: (line) => runtime.writeStderr(`${NAME}: ${oneLine(line)}\n`),
  });
}

const MAX_NAMED = 8;

/**
 * The positional arguments of a command whose first is a manual. Where there
 * are too few, the first is a manual only if there is one of that name: the
 * likeliest to be left out is the manual.
 */
export async function positionalsOfManual<
  const N extends readonly ["manual", ...string[]],
>(
  args: CommandArgs,
  context: ManualsContext,
  names: N,
  optional: number = 0,
): Promise<{ [K in keyof N]: string }> {
  const { positional: [first, ...others] } = args;
  const isWhole = first !== undefined &&
    others.length + 1 >= names.length - optional;
  if (!isWhole) {
    const { items } = await openSources(args, context).ls();
    const known = items.map(({ id }) => id);
    if (first === undefined || !known.includes(first)) {
      const where = first === undefined ? "" : ` before ${show(first)}`;
      throw new UsageError(
        `Missing argument <manual>${where}; ${choices(known)}`,
      );
    }
  }
  return positionals(args, names, optional);
}

function choices(manuals: readonly string[]): string {
  if (manuals.length === 0) return "there are no manuals here yet";
  const named = manuals.slice(0, MAX_NAMED).map(oneLine).join(", ");
  const more = manuals.length - MAX_NAMED;
  return `manuals here: ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The positional arguments, which must be as many as there are names. */
export function positionals<const N extends readonly string[]>(
  { positional }: CommandArgs,
  names: N,
  optional: number = 0,
): { [K in keyof N]: string } {
  const missing = names[positional.length];
  if (missing !== undefined && positional.length < names.length - optional) {
    throw new UsageError(`Missing argument <${missing}>`);
  }
  const extra = positional[names.length];
  if (extra !== undefined) {
    const hint = `put quotes around a <${names.at(-1)}> with spaces`;
    throw new UsageError(
      `Unexpected argument ${JSON.stringify(extra)}; ${hint}`,
    );
  }
  return names.map((_, i) => positional[i] ?? "") as {
    [K in keyof N]: string;
  };
}
