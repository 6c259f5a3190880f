import type { Config } from "../../config/schema.ts";
import { ManualRefusal } from "./manual_errors.ts";

/** The directory of the manuals, or an error that says how to set it. */
export function manualsRoot({ root }: Config["manuals"]): string {
  if (root !== null) return root;
  throw new ManualRefusal({
    code: "not_found",
    message: "Cannot find the manuals root: set manuals.root or MANUALS_ROOT",
  });
}
