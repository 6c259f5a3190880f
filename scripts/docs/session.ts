import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { envWithHome, onDeno } from "../../tests/kit/launch.ts";
import { printedBy } from "../command_line.ts";
import { type Exchange, renderTerminal } from "./terminal.ts";

const PAGE = `# Backups

The server keeps a snapshot of every night for thirty days.

## Restoring a snapshot

1. Stop the server.
2. Run \`restore --from <date>\`.
3. Start the server again.
`;

const COMMANDS: readonly (readonly string[])[] = [
  ["ask", "What is the weather in Tokyo today?"],
  ["manuals", "find", "guide", "how do I restore a snapshot?"],
  ["manuals", "read", "guide", "backup.md:5"],
];

/** What a shell would need around an argument. */
function quoted(argument: string): string {
  return /^[\w.:/-]+$/.test(argument) ? argument : `"${argument}"`;
}

/** Runs the program as people do; the API is the fake one. */
async function runSession(dir: string): Promise<Exchange[]> {
  await Deno.mkdir(`${dir}/manuals/guide`, { recursive: true });
  await Deno.writeTextFile(`${dir}/manuals/guide/backup.md`, PAGE);
  await using api = startFakeOpenAI();
  const env = envWithHome(dir, {
    OPENAI_API_KEY: "no-key-needed",
    OPENAI_BASE_URL: api.baseUrl,
    MANUALS_ROOT: `${dir}/manuals`,
  });
  const session: Exchange[] = [];
  const [program = "", ...before] = onDeno("--quiet").command;
  for (const args of COMMANDS) {
    const output = await new Deno.Command(program, {
      args: [...before, ...args],
      env,
      clearEnv: true,
    }).output();
    const printed = printedBy(output);
    if (!output.success) throw new Error(printed);
    const command = ["openai-responses-mcp", ...args.map(quoted)].join(" ");
    session.push({ command, printed });
  }
  return session;
}

/** A picture of a session that took place just now. */
export async function sessionPicture(): Promise<string> {
  const dir = await Deno.makeTempDir({ prefix: "session-" });
  try {
    const session = await runSession(dir);
    return renderTerminal("A question, and a search in a manual", session);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** The same picture on every day, to compare two. */
export function withoutDates(picture: string): string {
  return picture.replaceAll(/\d{4}-\d{2}-\d{2}/g, "DATE");
}
