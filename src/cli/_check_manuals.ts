import type { Config } from "../config/schema.ts";
import { ManualError } from "../manuals/errors.ts";
import type { ManualLibrary } from "../manuals/library/manual_library.ts";
import {
  type SkippedCount,
  summed,
} from "../manuals/library/skipped_documents.ts";
import { openLibrary } from "../manuals/mod.ts";
import { skippedText } from "../manuals/skipped_text.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { cut, list } from "../text/show.ts";
import { hasManuals } from "../config/sections/manuals.ts";
import { type Check, check } from "./_check.ts";

const MAX_NAMED = 5;

/** Looks at the manuals: how many there are, and what is left out. */
export async function* checkManuals(
  { manuals, server: { tools } }: Config,
  runtime: Runtime,
): AsyncGenerator<Check> {
  const name = "manuals";
  if (!hasManuals(manuals)) {
    const message =
      "none: MANUALS_ROOT, a directory of directories, makes your own documents searchable";
    yield check(name, "ok", message);
    return;
  }
  const { root, paths, engine } = manuals;
  const library = openLibrary({ root, paths, engine, runtime });
  const where = engine?.uri ?? root ?? "manuals.paths";
  try {
    const found = await count(library);
    yield* found.problems.map((problem) => check(name, "fail", problem));
    const offered = tools.some((group) =>
      group === "manual" || group === "connector"
    );
    const notes = [
      ...found.ids.length === 0 && found.problems.length === 0
        ? ["put the files of each into a directory of its own"]
        : [],
      ...found.empty.length > 0
        ? [`nothing to read in ${named(found.empty)}`]
        : [],
      ...found.skipped.length > 0 ? [skippedText(found.skipped)] : [],
      ...found.unread > 0 ? [`${found.unread} could not be looked at`] : [],
      ...offered ? [] : ["not offered to clients: add manual to server.tools"],
    ];
    const said = `${counted(found.ids.length, "manual")}, ${
      counted(found.files, "file")
    } in ${where}`;
    yield notes.length === 0
      ? check(name, "ok", said)
      : check(name, "warn", `${said}; ${notes.join("; ")}`);
  } catch (error) {
    if (!(error instanceof ManualError)) throw error;
    yield check(name, "fail", words(error));
  }
}

interface Found {
  /** Manuals that can be opened. */
  readonly ids: string[];
  /** Those of them that have no file. */
  readonly empty: string[];
  files: number;
  unread: number;
  skipped: SkippedCount[];
  /** What keeps the others from being opened. */
  readonly problems: string[];
}

async function count(library: ManualLibrary): Promise<Found> {
  const found: Found = {
    ids: [],
    empty: [],
    files: 0,
    unread: 0,
    skipped: [...await library.besides?.() ?? []],
    problems: [],
  };
  for (const { id } of await library.manuals()) {
    try {
      const { paths, skipped } = await library.walk(id, "");
      const { skipped: others = [] } = await library.list(id, "");
      found.ids.push(id);
      if (paths.length === 0) found.empty.push(id);
      found.files += paths.length;
      found.unread += skipped.length;
      found.skipped = summed([...found.skipped, ...others]);
    } catch (error) {
      if (!(error instanceof ManualError)) throw error;
      found.problems.push(words(error));
    }
  }
  return found;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function named(manuals: readonly string[]): string {
  const shown = manuals.slice(0, MAX_NAMED).map((id) => cut(id, 40));
  const more = manuals.length - shown.length;
  return list(more > 0 ? [...shown, `${more} more`] : shown, "and");
}

function words({ message, problem }: ManualError): string {
  if (problem.kind !== "root") return message;
  const setting = problem.manual === undefined
    ? "MANUALS_ROOT or manuals.root"
    : `manuals.paths.${problem.manual}`;
  return `${message}; set ${setting} to a directory`;
}
