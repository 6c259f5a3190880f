import manifest from "../../deno.json" with { type: "json" };
import { fileURLToPath } from "node:url";

/** The project's directory, without a slash at the end. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url))
  .replace(/[\\/]$/, "");

/** The version that `deno.json` holds. */
export const VERSION: string = manifest.version;

/** A module that library users can import. */
export interface EntryPoint {
  /** As in `exports`: `.` or `./name`. */
  readonly subpath: string;
  /** The name of its file in the package, without extension. */
  readonly name: string;
  /** Path of its source. */
  readonly source: string;
}

/** What `deno.json` exports, and so does the package. */
export const ENTRY_POINTS: readonly EntryPoint[] = Object
  .entries(manifest.exports)
  .map(([subpath, source]) => ({
    subpath,
    name: subpath === "." ? "mod" : subpath.slice(2),
    source: `${ROOT}/${source.slice(2)}`,
  }));
