/**
 * Shows what the server is for, without an API key and within seconds:
 * `deno task demo`. It starts the real server as a client would; `--protocol`
 * shows at the end what goes on between the two.
 *
 * @module
 */
import { openBackend, serverCommand } from "./demo/backend.ts";
import { makeManuals, showManuals } from "./demo/manuals.ts";
import { say, step, warn, whisper } from "./demo/print.ts";
import { showProtocol } from "./demo/protocol.ts";
import { showQuestions } from "./demo/questions.ts";
import { readArgs } from "./command_line.ts";
import { cleanEnv } from "../tests/kit/launch.ts";
import { Program } from "../tests/kit/program.ts";

/** A model may think for minutes, and a first start may download packages. */
const PATIENCE_MS = 600_000;

async function demonstrate(scratch: string, protocol: boolean): Promise<void> {
  const { root, options } = await makeManuals(scratch);
  await using backend = openBackend();
  step("Answers with sources from the web, and from your own files");
  warn(backend.description);
  await showProduct([...serverCommand(), ...options], backend.env);
  if (protocol) {
    await using client = new Program({
      command: serverCommand(),
      env: cleanEnv({ MANUALS_ROOT: root }),
      patienceMs: PATIENCE_MS,
    });
    await showProtocol(client);
  }
  step("Your turn");
  say("README.md has the lines for your MCP client. Without one, from here:");
  say("npx -y deno@2.9.6 run -A mod.ts doctor");
  say('npx -y deno@2.9.6 run -A mod.ts ask "What is new in Deno?"');
}

async function showProduct(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  await using client = new Program({
    command,
    env,
    patienceMs: PATIENCE_MS,
    onProgress(message) {
      if (message.startsWith("Searching the web:")) whisper(`… ${message}`);
    },
  });
  await showQuestions(client);
  await showManuals(client);
}

if (import.meta.main) {
  const { values: { protocol } } = readArgs(
    { options: { protocol: { type: "boolean", default: false } } },
    "Usage: deno task demo [--protocol]",
  );
  const scratch = await Deno.makeTempDir({ prefix: "demo-" });
  try {
    await demonstrate(scratch, protocol);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}
