import { oneLine } from "../text/plain.ts";
import { redact } from "../text/redact.ts";
import { NAME, VERSION } from "../version.ts";
import { didYouMean } from "../text/nearest.ts";
import { COMMANDS, OPTIONS, type UsageError } from "./args.ts";

const WORDS = [...OPTIONS, ...COMMANDS];

/**
 * What is printed for a command line that cannot be understood.
 *
 * @param known Words that may have been meant.
 * @param next What to read next.
 */
export function explainUsage(
  { message, unknown }: UsageError,
  known: readonly string[] = WORDS,
  next: string = `Try: ${NAME} --help`,
): string {
  // Someone may have given the key itself.
  const said = redact(oneLine(message), []) + didYouMean(unknown, known);
  return `${NAME}: ${said}\n${next}\n`;
}

/** What `--help` prints: it fits a screen. */
export function usage(): string {
  return `${NAME} ${VERSION}: an MCP server for answers with sources

Usage:
  ${NAME} ask <question>     ask the web, with sources
  ${NAME} doctor             check key, API, manuals, directories
  ${NAME} manuals <command>  ls, toc, find, read, scan, publish
  ${NAME} --stdio            serve an MCP client on stdin, stdout
  ${NAME} --http [host:port] serve MCP clients over HTTP
  ${NAME} --show-config      print the configuration to stderr

Options:
  --config <path>    YAML file (default: the user's config.yaml)
  --model <id>       model of the answer profile
  --debug [<path>]   log to stderr, and to a file
  --show-config      with --stdio or --http: print the configuration, then serve
  --json             JSON on stdout, of --show-config or a command
  --help, --version  of a command: ${NAME} ask --help

Environment: OPENAI_API_KEY for answers, MANUALS_ROOT for a directory of manuals
Exit codes: 0 ok, 1 failure, 2 usage or configuration, 128+n signal n
`;
}
