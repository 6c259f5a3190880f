import type { LoadedConfig } from "../config/load.ts";
import { headerValues } from "../config/sections/openai.ts";
import { createLogger, type Logger } from "../log.ts";
import type { Runtime } from "../runtime/runtime.ts";

/**
 * Opens the log, and says what there is to say of the configuration.
 *
 * @param secrets What must not be written besides the key and header values.
 */
export function startLog(
  { config, warnings }: LoadedConfig,
  runtime: Pick<Runtime, "env" | "files" | "writeStderr">,
  secrets: readonly (string | undefined)[] = [],
): Logger {
  const { debug, debug_file, debug_bodies } = config.server;
  const sent = headerValues(config.openai.headers, runtime.env);
  const log = createLogger(runtime, {
    debug,
    bodies: debug_bodies,
    file: debug_file,
    secrets: [
      runtime.env(config.openai.api_key_env),
      ...Object.values(sent.headers),
      ...sent.secrets,
      ...secrets,
    ],
  });
  for (const warning of warnings) log.warn(warning);
  return log;
}
