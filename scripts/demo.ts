/**
 * Shows the server at work, without an API key and within a few seconds:
 * `deno task demo`. It starts the real server as a client would.
 *
 * @module
 */
import { baseEnv, openBackend } from "./demo/backend.ts";
import { showHandshake, showMissingKey, showTools } from "./demo/handshake.ts";
import { makeManualsRoot, showManuals } from "./demo/manuals.ts";
import { good, step, warn } from "./demo/print.ts";
import { showQuestions } from "./demo/questions.ts";
import { serverCommand } from "./demo/server_command.ts";
import { StdioClient } from "./stdio_client.ts";

async function demonstrate(manualsRoot: string): Promise<void> {
  const command = serverCommand();
  const manuals = { MANUALS_ROOT: manualsRoot };
  const tools = await withoutKey(command, { ...baseEnv(), ...manuals });

  await using backend = openBackend();
  step(`From here on, who answers: ${backend.kind}`);
  warn(backend.description);
  const env = { ...backend.env, ...manuals };
  await using client = new StdioClient({ command, env });
  await showQuestions(client);
  await showManuals(client, tools);
  step("Close its input: the server ends");
  const { code } = await client.close();
  good(`exit code ${code}`);
}

async function withoutKey(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  await using client = new StdioClient({ command, env });
  await showHandshake(client);
  const tools = await showTools(client);
  await showMissingKey(client);
  return tools;
}

if (import.meta.main) {
  const manualsRoot = await Deno.makeTempDir({ prefix: "demo-manuals-" });
  try {
    await makeManualsRoot(manualsRoot);
    await demonstrate(manualsRoot);
  } finally {
    await Deno.remove(manualsRoot, { recursive: true });
  }
}
