import { defaultCacheDirectory, stateDirectory } from "../config/paths.ts";
import type { Config } from "../config/schema.ts";
import { createCalendar } from "../policy/calendar.ts";
import { FileError, type Runtime } from "../runtime/runtime.ts";
import { joinPath } from "../text/path.ts";
import { NAME, neededRuntime, VERSION } from "../version.ts";
import { type Check, check } from "./_check.ts";

/** Looks at what runs the program. */
export function checkRuntime(
  { runtimeVersion, os }: Pick<Runtime, "runtimeVersion" | "os">,
): Check {
  const said = `${NAME} ${VERSION} on ${runtimeVersion}, ${os}`;
  const needed = neededRuntime(runtimeVersion);
  return needed === undefined
    ? check("runtime", "ok", said)
    : check("runtime", "fail", `${said}: ${needed} or later is needed`);
}

/** Looks at where the program keeps its own files. */
export async function* checkDirectories(
  { manuals, responses }: Config,
  runtime: Runtime,
): AsyncGenerator<Check> {
  yield manuals.engine
    ? check("index cache", "ok", "not used: manuals.engine has the indexes")
    : await checkWritable(
      "index cache",
      manuals.cache_dir ?? defaultCacheDirectory(runtime),
      runtime,
      "indexes are built anew at every start; set manuals.cache_dir to a directory that can be written",
    );
  yield responses.ledger
    ? await checkWritable(
      "state directory",
      stateDirectory(runtime),
      runtime,
      "answers in the background are not listed; set XDG_STATE_HOME to a directory that can be written, or responses.ledger to false",
    )
    : check("state directory", "ok", "not used: responses.ledger is false");
}

async function checkWritable(
  name: string,
  directory: string | undefined,
  { files }: Runtime,
  otherwise: string,
): Promise<Check> {
  if (directory === undefined) {
    const message = `the environment names no home directory: ${otherwise}`;
    return check(name, "warn", message);
  }
  const probe = joinPath(directory, "doctor.probe");
  try {
    await files.makeDir(directory);
    // Left by one that was killed.
    if (files.lstatSync(probe)) await files.remove(probe);
    files.createSync(probe, new Uint8Array());
    await files.remove(probe);
    return check(name, "ok", directory);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return check(
      name,
      "warn",
      `${directory} cannot be written (${error.message}): ${otherwise}`,
    );
  }
}

/** Says which day it is, for answers. */
export function checkTimeZone(
  { policy: { timezone } }: Pick<Config, "policy">,
  { clock }: Pick<Runtime, "clock">,
): Check {
  const calendar = createCalendar(timezone);
  const here = createCalendar("auto");
  const today = calendar.dateOf(clock.now());
  const others = here.timeZone === calendar.timeZone
    ? ""
    : `; this machine's is ${here.timeZone}, which policy.timezone: auto (ORMCP_POLICY_TIMEZONE=auto) takes`;
  const message = `${calendar.timeZone}, where today is ${today}${others}`;
  return check("time zone", "ok", message);
}
