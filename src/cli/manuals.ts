import { forTerminal, oneLine } from "../text/plain.ts";
import { ManualError } from "../manuals/errors.ts";
import { wrapTo } from "../text/width.ts";
import { EXIT } from "../runtime/runtime.ts";
import { NAME } from "../version.ts";
import {
  type CommandArgs,
  type CommandOptions,
  readCommandArgs,
} from "./_command_args.ts";
import { didYouMean } from "../text/nearest.ts";
import { wordError } from "./_wording.ts";
import { UsageError } from "./args.ts";
import { explainUsage } from "./usage.ts";
import { FIND } from "./manuals_find.ts";
import { LS } from "./manuals_ls.ts";
import { PUBLISH } from "./manuals_publish.ts";
import { READ, SCAN } from "./manuals_read.ts";
import { TOC } from "./manuals_toc.ts";
import type {
  CommandOutput,
  ManualsCommand,
  ManualsContext,
} from "./manuals_command.ts";

const COMMANDS: Readonly<Record<string, ManualsCommand>> = {
  ls: LS,
  toc: TOC,
  find: FIND,
  read: READ,
  scan: SCAN,
  publish: PUBLISH,
};

const COLUMNS = 74;

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
  const [name = "", ...rest] = commandFirst(args);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    if (name === "--help" || name === "-h") {
      runtime.writeStdout(manualsUsage());
      return EXIT.ok;
    }
    const hint = didYouMean(name, Object.keys(COMMANDS));
    const problem = name === "" ? "Missing command" : `Unknown command ${name}`;
    runtime.writeStderr(`${NAME}: ${problem}${hint}\n${manualsUsage()}`);
    return EXIT.usage;
  }
  try {
    const parsed = readCommandArgs(rest, { ...COMMON, ...command.options });
    if (parsed.has("--help")) {
      runtime.writeStdout(`${usageLine(command)}\n  ${command.summary}\n`);
      return EXIT.ok;
    }
    print(await command.run(parsed, context), parsed, context);
    return EXIT.ok;
  } catch (error) {
    return explain(error, { name, command }, context);
  }
}

/** `--root` and `--json` belong to all commands and may stand before one. */
function commandFirst(args: readonly string[]): string[] {
  let at = 0;
  for (let arg = args[at]; arg !== undefined; arg = args[at]) {
    if (arg === "--root") at += 2;
    else if (arg === "--json" || arg.startsWith("--root=")) at++;
    else break;
  }
  return [args[at] ?? "", ...args.slice(0, at), ...args.slice(at + 1)];
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
  runtime.writeStdout(runtime.isTerminal("stdout") ? shown(text) : text);
  if (note !== undefined) runtime.writeStderr(`${NAME}: ${oneLine(note)}\n`);
}

function shown(text: string): string {
  const harmless = forTerminal(text);
  // A prompt must not end up behind the last line of a text.
  return /[^\r\n]$/.test(text) ? `${harmless}\n` : harmless;
}

function explain(
  error: unknown,
  { name, command }: { name: string; command: ManualsCommand },
  { runtime }: ManualsContext,
): number {
  if (error instanceof UsageError) {
    const known = Object.keys({ ...COMMON, ...command.options });
    runtime.writeStderr(explainUsage(error, known, usageLine(command)));
    return EXIT.usage;
  }
  if (!(error instanceof ManualError)) throw error;
  runtime.writeStderr(`${NAME}: ${forTerminal(wordError(name, error))}`);
  return error.code === "invalid_parameter" ? EXIT.usage : EXIT.failure;
}

/** What `manuals --help` prints. */
export function manualsUsage(): string {
  const commands = Object.values(COMMANDS).map(({ usage, summary }) => {
    // An option and its value stay together.
    const lines = wrapTo(usage.replaceAll(" <", "\u00a0<"), COLUMNS)
      .map((line) => line.replaceAll("\u00a0", " "));
    return `  ${lines.join("\n    ")}\n${
      wrapTo(summary, COLUMNS).map((line) => `      ${line}\n`).join("")
    }`;
  });
  return `${usageLine({ usage: "<command>" })}\n\n` +
    `Commands:\n${commands.join("")}`;
}

function usageLine({ usage }: Pick<ManualsCommand, "usage">): string {
  return `Usage: ${NAME} manuals ${usage} [--root <directory>] [--json]`;
}
