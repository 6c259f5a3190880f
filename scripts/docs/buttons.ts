const NAME = "openai-responses";
const COMMAND = "npx";
const ARGS = ["-y", "openai-responses-mcp", "--stdio"];
const PACKAGE = "openai-responses-mcp";
const JSR = "@uchimanajet7/openai-responses-mcp";

/** The address that lets VS Code add the server; it asks for the key. */
export function vsCodeLink(): string {
  const entry = {
    name: NAME,
    inputs: [{
      type: "promptString",
      id: "openai-key",
      description: "OpenAI API key",
      password: true,
    }],
    command: COMMAND,
    args: ARGS,
    env: { OPENAI_API_KEY: "${input:openai-key}" },
  };
  const url = `vscode:mcp/install?${encodeURIComponent(JSON.stringify(entry))}`;
  return `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(url)}`;
}

/** The address that lets Cursor add the server; it takes the shell's key. */
export function cursorLink(): string {
  const env = { OPENAI_API_KEY: "${env:OPENAI_API_KEY}" };
  const entry = JSON.stringify({ command: COMMAND, args: ARGS, env });
  const config = encodeURIComponent(btoa(entry));
  return `https://cursor.com/en/install-mcp?name=${NAME}&config=${config}`;
}

/** Badges and install buttons, for when there is something to install. */
export function installButtons(): string {
  const badges = "https://img.shields.io";
  return [
    `[![npm](${badges}/npm/v/${PACKAGE})](https://www.npmjs.com/package/${PACKAGE})`,
    `[![JSR](https://jsr.io/badges/${JSR})](https://jsr.io/${JSR})`,
    `[![Install in VS Code](${badges}/badge/VS_Code-install-0098FF)](${vsCodeLink()})`,
    `[![Install in Cursor](${badges}/badge/Cursor-install-333333)](${cursorLink()})`,
  ].join("\n");
}
