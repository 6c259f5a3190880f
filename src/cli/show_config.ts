import { clone, forEachSetting } from "../config/draft.ts";
import type { LoadedConfig } from "../config/load.ts";
import { type Config, SETTINGS } from "../config/schema.ts";
import type { Logger } from "../log.ts";
import { isObject } from "../schema/value.ts";
import { REDACTED } from "../text/redact.ts";
import { VERSION } from "../version.ts";

/** The effective configuration with its sources, as JSON without secrets. */
export function showConfig(
  { config, sources }: LoadedConfig,
  log: Pick<Logger, "redact">,
): string {
  const shown = {
    version: VERSION,
    sources,
    effective: withoutSecrets(config),
  };
  return log.redact(JSON.stringify(shown, null, 2)) + "\n";
}

/** Hides every value of a key that holds secrets, whatever it looks like. */
function withoutSecrets(config: Config): unknown {
  const copy = clone(config);
  forEachSetting(SETTINGS, (path, { secret }) => {
    if (!secret) return;
    const value = path.reduce<unknown>(
      (node, key) => isObject(node) ? node[key] : undefined,
      copy,
    );
    if (!isObject(value)) return;
    for (const name of Object.keys(value)) value[name] = REDACTED;
  });
  return copy;
}
