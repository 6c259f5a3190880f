import { Library } from "../manuals/library/library.ts";
import {
  publish,
  type PublishResult,
} from "../manuals/search/lance/publish/publish.ts";
import { EXIT } from "../runtime/runtime.ts";
import { oneLine } from "../text/plain.ts";
import { padTo, widthOf } from "../text/width.ts";
import { NAME } from "../version.ts";
import { UsageError } from "./args.ts";
import { type ManualsCommand, manualSources } from "./manuals_command.ts";
import { progressBar } from "./_progress_bar.ts";

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
    const bar = progressBar(runtime);
    const abort = new AbortController();
    let signalled: number | undefined;
    const unlisten = runtime.onSignal((signal) => {
      if (signalled !== undefined) runtime.exit(EXIT.signal + signal);
      signalled = signal;
      abort.abort();
      bar.end();
      runtime.writeStderr(
        `${NAME}: ending after what is being written; once more to end now\n`,
      );
    });
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
        signal: abort.signal,
        progress: bar.progress,
        waiting() {
          bar.end();
          runtime.writeStderr(
            `${NAME}: another publication is under way; waiting for it\n`,
          );
        },
      });
      return { json, text: shown(json), note: noteOf(json) };
    } catch (error) {
      if (signalled === undefined) throw error;
      bar.end();
      runtime.writeStderr(`${NAME}: interrupted: nothing was published\n`);
      return runtime.exit(EXIT.signal + signalled);
    } finally {
      unlisten();
      bar.end();
    }
  },
};

function shown({ manuals, removed }: PublishResult): string {
  const columns = Math.max(...manuals.map(({ id }) => widthOf(oneLine(id))));
  const lines = manuals.map(({ id, files, added, changed, removed }) =>
    `${
      padTo(oneLine(id), columns)
    }  ${files} files: ${added} new, ${changed} changed, ${removed} removed\n`
  );
  return [...lines, ...removed.map((id) => `${oneLine(id)}  removed\n`)]
    .join("");
}

function noteOf({ manuals }: PublishResult): string | undefined {
  const unread = manuals.reduce((sum, { unread }) => sum + unread, 0);
  if (unread === 0) return undefined;
  const files = unread === 1 ? "1 file" : `${unread} files`;
  return `${files} could not be read: a find in the manual tells which`;
}
