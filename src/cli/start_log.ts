import type { LoadedConfig } from "../config/load.ts";
import { createLogger, type Logger } from "../log.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Opens the log, and says what there is to say of the configuration. */
export function startLog(
  { config, warnings }: LoadedConfig,
  runtime: Pick<Runtime, "env" | "files" | "writeStderr">,
): Logger {
  const { debug, debug_file, debug_bodies } = config.server;
  const log = createLogger(runtime, {
    debug,
    bodies: debug_bodies,
    file: debug_file,
    secrets: [runtime.env(config.openai.api_key_env)],
  });
  for (const warning of warnings) log.warn(warning);
  return log;
}
