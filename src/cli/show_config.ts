import type { LoadedConfig } from "../config/load.ts";
import type { Logger } from "../log.ts";
import { VERSION } from "../version.ts";

/** The effective configuration with its sources, as JSON without secrets. */
export function showConfig(
  { config, sources }: LoadedConfig,
  log: Pick<Logger, "redact">,
): string {
  const shown = { version: VERSION, sources, effective: config };
  return log.redact(JSON.stringify(shown, null, 2)) + "\n";
}
