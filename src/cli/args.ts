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
  | { readonly kind: "show-config"; readonly flags: ConfigFlags }
  | {
    readonly kind: "manuals";
    readonly flags: ConfigFlags;
    /** What follows the word `manuals`. */
    readonly args: readonly string[];
  };

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
  "--config",
  "--model",
  "--debug",
  "--help",
  "--version",
] as const;

/**
 * Reads the command line. Options take `--name value` or `--name=value`.
 *
 * @throws {UsageError} for anything unknown or incomplete.
 */
export function parseArgs(args: readonly string[]): Command {
  const flags: {
    config?: string;
    model?: string;
    debug?: true | string;
    http?: HttpFlag;
  } = {};
  let stdio = false;
  let showConfig = false;

  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const inline = equals < 0 ? undefined : arg.slice(equals + 1);
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
      case "--config":
        flags.config = value(name, inline ?? rest.shift());
        break;
      case "--model":
        flags.model = value(name, inline ?? rest.shift());
        break;
      case "--debug":
        flags.debug = inline === undefined
          ? optionalValue(rest) ?? true
          : value(name, inline);
        break;
      case "manuals":
        return { kind: "manuals", flags, args: rest };
      default:
        throw arg.startsWith("-")
          ? new UsageError(`Unknown option ${name}`, name)
          : new UsageError(`Unexpected argument ${JSON.stringify(arg)}`, arg);
    }
  }
  if (flags.http) {
    if (!stdio) {
      return { kind: "serve", over: "http", flags, showConfig, implied: false };
    }
    throw new UsageError("Give --stdio or --http, not both");
  }
  if (showConfig && !stdio) return { kind: "show-config", flags };
  return { kind: "serve", over: "stdio", flags, showConfig, implied: !stdio };
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
  if (next === undefined || next.startsWith("-") || next === "manuals") {
    return undefined;
  }
  return rest.shift();
}
