import type { Config } from "../../config/schema.ts";
import { hasManuals } from "../../config/sections/manuals.ts";
import type { ManualSources } from "../../manuals/library/manual_roots.ts";
import { ManualRefusal } from "./manual_errors.ts";

/** Where the manuals are, or an error that says how to tell. */
export function manualSources(
  manuals: Config["manuals"],
): ManualSources & Pick<Config["manuals"], "engine"> {
  const { root, paths, engine } = manuals;
  if (hasManuals(manuals)) return { root, paths, engine };
  throw new ManualRefusal({
    code: "not_found",
    message:
      "Cannot find any manuals: set manuals.root or MANUALS_ROOT, manuals.paths, or manuals.engine",
  });
}
