import { show } from "../text/show.ts";
import { ConfigError } from "./draft.ts";
import { type PathRuntime, resolvePath } from "./paths.ts";

/**
 * Expands `~` and makes a path absolute, relative to the working directory.
 *
 * @throws {ConfigError} when the path needs that directory, and it is gone
 */
export function resolveHere(path: string, runtime: PathRuntime): string {
  return resolvePath(path, () => {
    try {
      return runtime.cwd();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError([
        `${
          show(path)
        } is relative to the working directory, which cannot be told (${reason}): give an absolute path`,
      ]);
    }
  }, runtime);
}
