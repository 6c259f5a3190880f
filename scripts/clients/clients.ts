/** What a check may use. */
export interface Place {
  /** The throwaway home directory. */
  readonly home: string;
  /** A project directory below it; the client runs there. */
  readonly project: string;
  /** The documented snippet, with the server to try in it. */
  readonly snippet: string;
  /** Runs the client with arguments and gives all that it prints. */
  run(...args: string[]): Promise<string>;
}

/** A client that npm has. */
export interface Client {
  /** The heading of its snippet in `docs/clients.md`. */
  readonly heading: string;
  /** Its package. */
  readonly package: string;
  /** The program that the package installs. */
  readonly program: string;
  /** How it is asked. */
  readonly asked: string;
  /** Adds the server, lets the client connect, gives what the client says. */
  check(place: Place): Promise<string>;
  /** What the client says of a server that it is connected to. */
  readonly connected?: RegExp;
}

/** The words of a command without its program; snippets quote nothing. */
function words(command: string): string[] {
  return command.trim().split(/\s+/).slice(1);
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}

/** The clients, in the order of the page. */
export const CLIENTS: readonly Client[] = [
  {
    heading: "Claude Code",
    package: "@anthropic-ai/claude-code",
    program: "claude",
    asked: "claude mcp list",
    connected: /openai-responses:.*✔ Connected/,
    async check({ snippet, run }) {
      await run(...words(snippet));
      return await run("mcp", "list");
    },
  },
  {
    heading: "Codex",
    package: "@openai/codex",
    program: "codex",
    // Its list only prints the configuration: a turn is what connects. The
    // model is a closed port, so the turn ends after that.
    asked: "codex exec",
    async check({ snippet, run }) {
      await run(...words(snippet));
      const provider =
        `{name="none",base_url="http://127.0.0.1:9/v1",wire_api="responses",request_max_retries=0,stream_max_retries=0}`;
      const nowhere = [
        ...["-c", `model_provider="none"`],
        ...["-c", `model_providers.none=${provider}`],
      ];
      return await run("exec", "--skip-git-repo-check", ...nowhere, "hello");
    },
  },
  {
    heading: "Gemini CLI",
    package: "@google/gemini-cli",
    program: "gemini",
    asked: "gemini mcp list",
    connected: /✓ openai-responses:.*Connected/,
    async check({ home, project, snippet, run }) {
      await write(`${home}/.gemini/settings.json`, snippet);
      await write(
        `${home}/.gemini/trustedFolders.json`,
        JSON.stringify({ [project]: "TRUST_FOLDER" }),
      );
      return await run("mcp", "list");
    },
  },
  {
    heading: "opencode",
    package: "opencode-ai",
    program: "opencode",
    asked: "opencode mcp list",
    connected: /✓ openai-responses.*connected/,
    async check({ project, snippet, run }) {
      await write(`${project}/opencode.json`, snippet);
      return await run("mcp", "list");
    },
  },
];

/** What came of the check of one client. */
export interface Outcome {
  /** Its name. */
  readonly client: string;
  /** Its npm package. */
  readonly package: string;
  /** The version that was tried, if it could be installed. */
  readonly version: string | null;
  /** The command that made it connect. */
  readonly asked: string;
  readonly result: "connected" | "not connected" | "could not be installed";
}

/** The last recorded check. */
export interface CheckedClients {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The version of this server. */
  readonly server: string;
  readonly outcomes: readonly Outcome[];
}
