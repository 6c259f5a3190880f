/**
 * Shows the server at work, without an API key and within a few seconds:
 * `deno task demo`. It starts the real server as a client would.
 *
 * @module
 */
import { openBackend, serverCommand } from "./demo/backend.ts";
import { showHandshake, showMissingKey, showTools } from "./demo/handshake.ts";
import { makeManuals, showManuals } from "./demo/manuals.ts";
import { good, step, warn, whisper } from "./demo/print.ts";
import { showQuestions } from "./demo/questions.ts";
import { cleanEnv } from "../tests/kit/launch.ts";
import { Program } from "../tests/kit/program.ts";

/** A model may think for minutes, and a first start may download packages. */
const PATIENCE_MS = 600_000;

async function demonstrate(scratch: string): Promise<void> {
  const { root, options } = await makeManuals(scratch);
  const tools = await withoutKey(cleanEnv({ MANUALS_ROOT: root }));

  await using backend = openBackend();
  step(`Who answers from here on: ${backend.kind}`);
  warn(backend.description);
  const command = [...serverCommand(), ...options];
  await using client = new Program({
    command,
    env: backend.env,
    patienceMs: PATIENCE_MS,
    onProgress: (message) => whisper(`… ${message}`),
  });
  await showQuestions(client);
  await showManuals(client, tools);
  step("Close its input: the server ends");
  const { code } = await client.close();
  good(`exit code ${code}`);
}

/** Gives the names of the tools. */
async function withoutKey(
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  await using client = new Program({
    command: serverCommand(),
    env,
    patienceMs: PATIENCE_MS,
  });
  await showHandshake(client);
  const tools = await showTools(client);
  await showMissingKey(client);
  return tools;
}

if (import.meta.main) {
  const scratch = await Deno.makeTempDir({ prefix: "demo-" });
  try {
    await demonstrate(scratch);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}
