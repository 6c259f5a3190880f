import type { ConfigFlags, HttpFlag } from "../config/load.ts";

/** `--stdio` or `--http`, or no arguments and no terminal. */
export interface ServeCommand {
  /** Tells it from the other commands. */
  readonly kind: "serve";
  /** How clients reach the server. */
  readonly over: "stdio" | "http";
  readonly flags: ConfigFlags;
  /** Print the configuration first. */
  readonly showConfig: boolean;
  /** `--stdio` was not given: say so to someone who started it by hand. */
  readonly implied: boolean;
}

/** What the command line asks for. */
export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | ServeCommand
  | {
    readonly kind: "show-config";
    readonly flags: ConfigFlags;
    /** To standard output, where other programs can read it. */
    readonly json: boolean;
  }
  | NamedCommand;

/** A command with a name of its own, and all that belongs to it. */
export interface NamedCommand {
  /** Its name. */
  readonly kind: typeof COMMANDS[number];
  readonly flags: ConfigFlags;
  /** What follows the name, without options of the configuration. */
  readonly args: readonly string[];
}

/** The commands, for the parser and for suggestions. */
export const COMMANDS = ["ask", "doctor", "manuals"] as const;

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The word that is not known, so that a likely one can be suggested. */
  readonly unknown: string | undefined;

  /** Keeps the unknown word beside the message. */
  constructor(message: string, unknown?: string) {
    super(message);
    this.unknown = unknown;
  }
}

/** Every option, for the parser and for suggestions. */
export const OPTIONS = [
  "--stdio",
  "--http",
  "--show-config",
  "--json",
  "--config",
  "--model",
  "--debug",
  "--help",
  "--version",
] as const;

/**
 * Reads the command line. Options take `--name value` or `--name=value`; those
 * of the configuration may stand before a command's name or after it.
 *
 * @throws {UsageError} for anything unknown or incomplete.
 */
export function parseArgs(args: readonly string[]): Command {
  const flags: Flags = {};
  let stdio = false;
  let showConfig = false;
  let json = false;

  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const { name, inline } = splitOption(arg);
    switch (name) {
      case "-h":
      case "--help":
        return { kind: "help" };
      case "-v":
      case "--version":
        return { kind: "version" };
      case "--stdio":
        stdio = noValue(name, inline);
        break;
      case "--http":
        flags.http = httpAddress(
          inline === undefined ? optionalValue(rest) : value(name, inline),
        );
        break;
      case "--show-config":
        showConfig = noValue(name, inline);
        break;
      case "--json":
        json = noValue(name, inline);
        break;
      case "--debug":
        flags.debug = inline === undefined
          ? optionalValue(rest) ?? true
          : value(name, inline);
        break;
      default: {
        if (takeFlag(flags, arg, rest)) break;
        const kind = COMMANDS.find((command) => command === arg);
        if (kind === undefined) throw unexpected(arg, name);
        if (stdio) throw apart("--stdio", kind);
        if (flags.http) throw apart("--http", kind);
        if (showConfig) throw apart("--show-config", kind);
        const own = takeFlags(flags, rest);
        return { kind, flags, args: json ? ["--json", ...own] : own };
      }
    }
  }
  if (stdio && flags.http) {
    throw new UsageError("Give --stdio or --http, not both");
  }
  const serves = stdio || flags.http !== undefined;
  if (json && !showConfig) {
    throw new UsageError(
      "Option --json goes with --show-config, or with a command",
    );
  }
  if (json && serves) {
    throw new UsageError(
      "Option --json cannot be given while serving: standard output is the client's; leave it out, and --show-config prints to standard error",
    );
  }
  if (showConfig && !serves) return { kind: "show-config", flags, json };
  const over = flags.http ? "http" : "stdio";
  return { kind: "serve", over, flags, showConfig, implied: !serves };
}

type Flags = { -readonly [K in keyof ConfigFlags]: ConfigFlags[K] };

function splitOption(
  arg: string,
): { readonly name: string; readonly inline: string | undefined } {
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return equals < 0
    ? { name: arg, inline: undefined }
    : { name: arg.slice(0, equals), inline: arg.slice(equals + 1) };
}

/** Takes an option of the configuration, with its value; or does nothing. */
function takeFlag(flags: Flags, arg: string, rest: string[]): boolean {
  const { name, inline } = splitOption(arg);
  if (name !== "--config" && name !== "--model") return false;
  const given = value(name, inline ?? rest.shift());
  if (name === "--config") flags.config = given;
  else flags.model = given;
  return true;
}

/** Takes the options of the configuration out of what follows a command. */
function takeFlags(flags: Flags, rest: string[]): string[] {
  const own: string[] = [];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const { name, inline } = splitOption(arg);
    if (arg === "--") own.push(arg, ...rest.splice(0));
    // What follows it here is the command's: a file is given with `=`.
    else if (name === "--debug") {
      flags.debug = inline === undefined ? true : value(name, inline);
    } else if (!takeFlag(flags, arg, rest)) own.push(arg);
  }
  return own;
}

function apart(option: string, command: string): UsageError {
  return new UsageError(`Option ${option} does not go with ${command}`);
}

function unexpected(arg: string, name: string): UsageError {
  if (arg.startsWith("-")) {
    return new UsageError(`Unknown option ${name}`, name);
  }
  const said = `Unexpected argument ${JSON.stringify(arg)}`;
  return /\s/.test(arg)
    ? new UsageError(`${said}; to ask a question, put ask before it`)
    : new UsageError(said, arg);
}

/** Reads `[host:]port`; an IPv6 address stands in brackets. */
function httpAddress(given: string | undefined): HttpFlag {
  if (given === undefined) return {};
  const [, host, digits = ""] =
    /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(given) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65535) {
    throw new UsageError(
      `Option --http is ${
        JSON.stringify(given)
      }, wanted [host:]port, such as 8931, 127.0.0.1:8931 or [::1]:8931`,
    );
  }
  return host === undefined ? { port } : { host, port };
}

function noValue(name: string, inline: string | undefined): true {
  if (inline === undefined) return true;
  throw new UsageError(`Option ${name} takes no value`);
}

function value(name: string, given: string | undefined): string {
  if (given === undefined || given === "" || given.startsWith("--")) {
    throw new UsageError(`Option ${name} needs a value`);
  }
  return given;
}

/** Some options may stand alone: only what is no option is their value. */
function optionalValue(rest: string[]): string | undefined {
  const [next] = rest;
  const commands: readonly string[] = COMMANDS;
  if (next === undefined || next.startsWith("-") || commands.includes(next)) {
    return undefined;
  }
  return rest.shift();
}
