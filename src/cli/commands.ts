/**
 * The command line beyond serving: help, the configuration, manuals, and what
 * is said when something goes wrong.
 *
 * @module
 */
import { ConfigError } from "../config/draft.ts";
import { loadConfig } from "../config/load.ts";
import { API_KEY_ENV } from "../config/sections/openai.ts";
import { ProtocolError } from "../jsonrpc/messages.ts";
import { loadAskCommand, loadDoctor, loadManualsCommand } from "../lazy.ts";
import { redact } from "../text/redact.ts";
import { EXIT, OutputError, type Runtime } from "../runtime/runtime.ts";
import { NAME, VERSION } from "../version.ts";
import { type Command, UsageError } from "./args.ts";
import { showConfig } from "./show_config.ts";
import { startLog } from "./start_log.ts";
import { explainUsage, usage } from "./usage.ts";

export { showConfig };

/** Does what the command line says; gives the exit code. */
export async function runCommand(
  command: Exclude<Command, { kind: "serve" }>,
  runtime: Runtime,
): Promise<number> {
  switch (command.kind) {
    case "help":
      runtime.writeStdout(usage());
      return EXIT.ok;
    case "version":
      runtime.writeStdout(`${VERSION}\n`);
      return EXIT.ok;
    case "show-config": {
      const loaded = await loadConfig(runtime, command.flags);
      const shown = showConfig(loaded, startLog(loaded, runtime));
      if (command.json) runtime.writeStdout(shown);
      else runtime.writeStderr(shown);
      return EXIT.ok;
    }
    case "ask": {
      const { runAsk } = await loadAskCommand();
      return await runAsk(command, runtime);
    }
    case "doctor": {
      const { runDoctor } = await loadDoctor();
      return await runDoctor(command, runtime);
    }
    case "manuals": {
      const loaded = await loadConfig(runtime, command.flags);
      startLog(loaded, runtime);
      const { runManuals } = await loadManualsCommand();
      return await runManuals(command.args, { runtime, config: loaded.config });
    }
  }
}

/** Says what went wrong and what to do about it; gives the exit code. */
export function explain(error: unknown, runtime: Runtime): number {
  // No logger yet: the configuration that makes it may be what is at fault.
  const key = runtime.env(API_KEY_ENV);
  const say = (text: string): void =>
    runtime.writeStderr(`${NAME}: ${redact(text, key ? [key] : [])}\n`);
  if (error instanceof UsageError) {
    runtime.writeStderr(explainUsage(error));
    return EXIT.usage;
  }
  // By name: its module comes with the tools.
  const isPolicyError = error instanceof Error && error.name === "PolicyError";
  if (error instanceof ConfigError || isPolicyError) {
    say(error.message);
    return EXIT.usage;
  }
  if (error instanceof OutputError) {
    if (!error.closed) say(`Cannot write the output: ${error.message}`);
    return EXIT.failure;
  }
  // Such as a package that could not be downloaded: no defect of ours.
  if (error instanceof ProtocolError) {
    say(error.message);
    return EXIT.failure;
  }
  const detail = error instanceof Error ? error.stack : String(error);
  say(`internal error, please report it: ${detail}`);
  return EXIT.failure;
}
