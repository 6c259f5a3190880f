import type { Config } from "../../config/schema.ts";
import { ManualError } from "../../manuals/errors.ts";

/** The directory of the manuals, or an error that says how to set it. */
export function manualsRoot({ root }: Config["manuals"]): string {
  if (root !== null) return root;
  throw new ManualError(
    "not_found",
    "Cannot find the manuals root: set manuals.root or MANUALS_ROOT",
  );
}
