import { Library } from "../manuals/library/library.ts";
import {
  publish,
  type PublishResult,
} from "../manuals/search/lance/publish/publish.ts";
import { oneLine } from "../text/one_line.ts";
import { NAME } from "../version.ts";
import { UsageError } from "./args.ts";
import {
  type ManualsCommand,
  type ManualsContext,
  manualSources,
} from "./manuals_command.ts";

const BAR_CHARS = 24;
const TELL_AFTER_MS = 100;

/** `manuals publish`: puts manuals where other machines can serve them. */
export const PUBLISH: ManualsCommand = {
  usage: "publish --to <uri> [--package-dir <directory>] [<manual>]…",
  summary:
    "put manuals into a LanceDB store that manuals.engine serves; only what changed is written",
  options: { "--to": "value", "--package-dir": "value" },
  async run(args, context) {
    const { runtime, config: { manuals } } = context;
    const uri = args.get("--to");
    if (!uri) {
      throw new UsageError(
        "Option --to is missing: give a directory, s3://bucket/prefix or db://name",
      );
    }
    const { root, paths, engine } = manualSources(args, context);
    if (engine) {
      throw new UsageError(
        "The configuration serves published manuals: give --root <directory> with the files to publish",
      );
    }
    const package_dir = args.get("--package-dir") ??
      manuals.engine?.package_dir;
    const only = args.positional;
    const tell = progressLine(context);
    try {
      const json = await publish({
        library: new Library(runtime.files, {
          ...root !== undefined && { root },
          ...paths && { paths },
        }),
        settings: { uri, ...package_dir !== undefined && { package_dir } },
        runtime,
        maxFileBytes: manuals.max_file_bytes,
        ...only.length > 0 && { only },
        progress: tell.progress,
        waiting: () =>
          runtime.writeStderr(
            `${NAME}: another publication is under way; waiting for it\n`,
          ),
      });
      return { json, text: shown(json), note: noteOf(json) };
    } finally {
      tell.end();
    }
  },
};

function shown({ manuals, removed }: PublishResult): string {
  const lines = manuals.map(({ id, files, added, changed, removed }) =>
    `${
      oneLine(id)
    }  ${files} files: ${added} new, ${changed} changed, ${removed} removed\n`
  );
  return [...lines, ...removed.map((id) => `${oneLine(id)}  removed\n`)]
    .join("");
}

function noteOf({ manuals }: PublishResult): string | undefined {
  const unread = manuals.reduce((sum, { unread }) => sum + unread, 0);
  return unread > 0
    ? `${unread} files could not be read: a find in their manual tells which`
    : undefined;
}

interface Progress {
  progress(manual: string, done: number, total: number): void;
  end(): void;
}

/** One line on a terminal, written over and over; nothing elsewhere. */
function progressLine({ runtime }: ManualsContext): Progress {
  if (!runtime.isTerminal("stderr")) {
    return { progress: () => undefined, end: () => undefined };
  }
  let told = -Infinity;
  let isShown = false;
  return {
    progress(manual, done, total) {
      const now = runtime.clock.monotonic();
      if (now - told < TELL_AFTER_MS && done < total) return;
      told = now;
      isShown = true;
      const full = Math.round(BAR_CHARS * done / Math.max(1, total));
      const bar = "█".repeat(full) + "░".repeat(BAR_CHARS - full);
      const line = oneLine(`${manual}  ${done} of ${total} files`);
      runtime.writeStderr(`\r\x1b[K${bar}  ${line}`);
    },
    end() {
      if (isShown) runtime.writeStderr("\r\x1b[K");
    },
  };
}
