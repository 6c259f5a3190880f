/** What a client is checked with. */
export interface Place {
  /** The throwaway home directory. */
  readonly home: string;
  /** A project directory below it; the client runs there. */
  readonly project: string;
  /** Where the scripted model listens, without a path. */
  readonly model: string;
  /** Runs a line of shell, in which the client is on the PATH. */
  shell(line: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Writes a file, with the directories above it. */
  write(path: string, text: string): Promise<void>;
}

/** A client that npm has. */
export interface Client {
  /** The heading of its snippets in `docs/clients.md`. */
  readonly heading: string;
  /** Its package. */
  readonly package: string;
  /** Tells the client of our server, by a snippet as it is documented. */
  add(snippet: string, place: Place): Promise<unknown>;
  /** Puts a question to the client's model; gives all that the client prints. */
  ask(question: string, place: Place): Promise<string>;
}

/** The clients, in the order of the page. */
export const CLIENTS: readonly Client[] = [
  {
    heading: "Claude Code",
    package: "@anthropic-ai/claude-code",
    add: (snippet, { shell }) => shell(snippet),
    ask: (question, { model, shell }) =>
      shell(`claude -p "${question}" --allowedTools mcp__openai-responses`, {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: "none",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      }),
  },
  {
    heading: "Codex",
    package: "@openai/codex",
    add: (snippet, { shell }) => shell(snippet),
    async ask(question, { home, model, shell }) {
      const config = `${home}/.codex/config.toml`;
      const provider = `
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
`;
      await Deno.writeTextFile(config, provider, { append: true });
      return await shell(
        `codex exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox -c model_provider=scripted -m gpt-5 "${question}"`,
      );
    },
  },
  {
    heading: "Gemini CLI",
    package: "@google/gemini-cli",
    async add(snippet, { home, project, write }) {
      const auth = { security: { auth: { selectedType: "gemini-api-key" } } };
      const settings = { ...JSON.parse(snippet), ...auth };
      await write(`${home}/.gemini/settings.json`, JSON.stringify(settings));
      const trusted = JSON.stringify({ [project]: "TRUST_FOLDER" });
      await write(`${home}/.gemini/trustedFolders.json`, trusted);
    },
    ask: (question, { model, shell }) =>
      // Without a model it would ask another one which to take.
      shell(`gemini -p "${question}" --approval-mode yolo -m gemini-2.5-pro`, {
        GOOGLE_GEMINI_BASE_URL: model,
        GEMINI_API_KEY: "none",
      }),
  },
  {
    heading: "opencode",
    package: "opencode-ai",
    add: (snippet, { project, write }) =>
      write(`${project}/opencode.json`, snippet),
    async ask(question, { home, model, shell, write }) {
      const scripted = {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${model}/v1`, apiKey: "none" },
        models: { scripted: {} },
      };
      const config = { provider: { scripted }, autoupdate: false };
      const path = `${home}/.config/opencode/opencode.json`;
      await write(path, JSON.stringify(config));
      return await shell(`opencode run -m scripted/scripted "${question}"`, {
        OPENCODE_DISABLE_MODELS_FETCH: "1",
      });
    },
  },
];
