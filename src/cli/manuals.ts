import { nearest } from "../config/nearest.ts";
import { resolvePath } from "../config/paths.ts";
import { ManualError, type Manuals, openManuals } from "../manuals/mod.ts";
import { NAME } from "../version.ts";
import {
  type CommandArgs,
  type CommandOptions,
  readCommandArgs,
} from "./_command_args.ts";
import { UsageError } from "./args.ts";
import type {
  CommandOutput,
  ManualsCommand,
  ManualsContext,
} from "./manuals_command.ts";
import { FIND } from "./manuals_find.ts";
import { LS } from "./manuals_ls.ts";
import { READ } from "./manuals_read.ts";
import { SCAN } from "./manuals_scan.ts";
import { TOC } from "./manuals_toc.ts";

const COMMANDS: Readonly<Record<string, ManualsCommand>> = {
  ls: LS,
  toc: TOC,
  find: FIND,
  read: READ,
  scan: SCAN,
};

const COMMON: CommandOptions = {
  "--root": "value",
  "--json": "flag",
  "--help": "flag",
};

/** Runs `manuals <command> …` and returns the exit code. */
export async function runManuals(
  args: readonly string[],
  context: ManualsContext,
): Promise<number> {
  const { runtime } = context;
  const [name = "", ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    if (name === "--help" || name === "-h") {
      runtime.writeStdout(manualsUsage());
      return 0;
    }
    const near = name && nearest(name, Object.keys(COMMANDS));
    const hint = near ? `; did you mean ${near}?` : "";
    const problem = name === "" ? "Missing command" : `Unknown command ${name}`;
    runtime.writeStderr(`${NAME}: ${problem}${hint}\n${manualsUsage()}`);
    return 2;
  }
  try {
    const parsed = readCommandArgs(rest, { ...COMMON, ...command.options });
    if (parsed.has("--help")) {
      runtime.writeStdout(`${NAME} manuals ${command.usage}\n`);
      return 0;
    }
    const manuals = open(parsed, context);
    print(await command.run(parsed, manuals, context), parsed, context);
    return 0;
  } catch (error) {
    return explain(error, command, context);
  }
}

function open(args: CommandArgs, { runtime, config }: ManualsContext): Manuals {
  const given = args.get("--root");
  const root = given === undefined
    ? config.manuals.root
    : resolvePath(given, runtime.cwd(), runtime);
  if (root === null || given === "") {
    throw new UsageError(
      "No manuals root: give --root <directory> or set MANUALS_ROOT",
    );
  }
  const scanMaxChars = config.manuals.scan_max_chars;
  return openManuals({ root, runtime, scanMaxChars });
}

function print(
  { json, text, note }: CommandOutput,
  args: CommandArgs,
  { runtime }: ManualsContext,
): void {
  if (args.has("--json")) {
    runtime.writeStdout(JSON.stringify(json, null, 2) + "\n");
    return;
  }
  // A prompt must not end up behind the last line of a text.
  const open = runtime.isTerminal("stdout") && text !== "" &&
    !/[\r\n]$/.test(text);
  runtime.writeStdout(open ? `${text}\n` : text);
  if (note !== undefined) runtime.writeStderr(`${NAME}: ${note}\n`);
}

function explain(
  error: unknown,
  { usage }: ManualsCommand,
  { runtime }: ManualsContext,
): number {
  if (error instanceof UsageError) {
    runtime.writeStderr(
      `${NAME}: ${error.message}\nUsage: ${NAME} manuals ${usage} [--root <directory>] [--json]\n`,
    );
    return 2;
  }
  if (!(error instanceof ManualError)) throw error;
  runtime.writeStderr(`${NAME}: ${error.message}\n${choices(error)}`);
  return error.code === "invalid_parameter" ? 2 : 1;
}

/** What there is to choose from, if the error tells, one a line. */
function choices({ details }: ManualError): string {
  const listed = details?.nearest ?? details?.directories;
  if (!Array.isArray(listed)) return "";
  return listed.map((row: object) => `  ${Object.values(row).join("  ")}\n`)
    .join("");
}

function manualsUsage(): string {
  const commands = Object.values(COMMANDS)
    .map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`);
  return `Usage: ${NAME} manuals <command> [--root <directory>] [--json]\n\n` +
    `Commands:\n${commands.join("")}`;
}
