import type { LoadedConfig } from "../config/load.ts";
import { headerValues } from "../config/sections/openai.ts";
import { bufferedStderr, createLogger, type Logger } from "../log.ts";
import type { LoggerOptions } from "../log.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** What the configuration says of the log. */
export function loggerOptions(
  { config }: LoadedConfig,
  runtime: Pick<Runtime, "env">,
): LoggerOptions {
  const { debug, debug_file, debug_bodies } = config.server;
  const sent = headerValues(config.openai.headers, runtime.env);
  return {
    debug,
    bodies: debug_bodies,
    file: debug_file,
    secrets: [
      runtime.env(config.openai.api_key_env),
      ...Object.values(sent.headers),
      ...sent.secrets,
    ],
  };
}

/** Opens the log, and says what there is to say of the configuration. */
export function startLog(
  loaded: LoadedConfig,
  runtime: Pick<Runtime, "env" | "files" | "writeStderr" | "openStderr">,
): Logger {
  const { files } = runtime;
  const writeStderr = bufferedStderr(runtime);
  const options = loggerOptions(loaded, runtime);
  const log = createLogger({ files, writeStderr }, options);
  for (const warning of loaded.warnings) log.warn(warning);
  return log;
}
