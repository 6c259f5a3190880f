import { redact } from "../text/redact.ts";
import { NAME, VERSION } from "../version.ts";
import { didYouMean } from "../text/did_you_mean.ts";
import { OPTIONS, type UsageError } from "./args.ts";

const WORDS = [...OPTIONS, "manuals"];

/** What is printed for a command line that cannot be understood. */
export function explainUsage({ message, unknown }: UsageError): string {
  // Someone may have given the key itself.
  const said = redact(message, []) + didYouMean(unknown, WORDS);
  return `${NAME}: ${said}\nTry: ${NAME} --help\n`;
}

/** What `--help` prints: it fits a screen. */
export function usage(): string {
  return `${NAME} ${VERSION}: an MCP server for answers with sources

Usage:
  ${NAME} --stdio            serve an MCP client on stdin, stdout
  ${NAME} --http [host:port] serve MCP clients over HTTP
  ${NAME} manuals <command>  ls, toc, find, read, scan, publish
  ${NAME} --show-config      print the configuration to stderr

Options:
  --stdio            serve (the default, unless started in a terminal)
  --config <path>    YAML file (default: the user's config.yaml)
  --model <id>       model of the answer profile
  --debug [<path>]   log to stderr, and to a file
  --show-config      with --stdio or --http: print the configuration, then serve
  --help, --version

Environment: OPENAI_API_KEY for answers, MANUALS_ROOT for a directory of manuals

Examples:
  claude mcp add openai-responses -e OPENAI_API_KEY=sk-... -- \\
    npx -y ${NAME} --stdio
  ${NAME} manuals find --root ./manuals guide "how to install"
Exit codes: 0 ok, 1 failure, 2 usage or configuration, 128+n signal n
`;
}
