import { ConfigError } from "../config/draft.ts";
import { defaultConfigPath } from "../config/paths.ts";
import {
  type ConfigFlags,
  loadConfig,
  type LoadedConfig,
} from "../config/load.ts";
import { API_KEY_ENV } from "../config/sections/openai.ts";
import { ProtocolError } from "../jsonrpc/messages.ts";
import { PolicyError } from "../policy/load_policy.ts";
import { EXIT, type Runtime } from "../runtime/runtime.ts";
import { oneLine } from "../text/plain.ts";
import { redact } from "../text/redact.ts";
import { type Ask, lazyClient } from "../tools/answer/ask.ts";
import type { ToolEnvironment } from "../tools/tool.ts";
import { NAME } from "../version.ts";
import { type Check, check } from "./_check.ts";
import { asks, checkApi, checkBackground, checkKey } from "./_check_answers.ts";
import {
  checkDirectories,
  checkRuntime,
  checkTimeZone,
} from "./_check_machine.ts";
import { checkManuals } from "./_check_manuals.ts";
import { type CommandOptions, readCommandArgs } from "./_command_args.ts";
import { StatusLine } from "./_status_line.ts";
import { type NamedCommand, UsageError } from "./args.ts";
import { startLog } from "./start_log.ts";
import { explainUsage } from "./usage.ts";

const OPTIONS: CommandOptions = { "--json": "flag", "--help": "flag" };
const USAGE = `Usage: ${NAME} doctor [--json]`;
/** What `doctor --help` prints. */
export const DOCTOR_HELP = `${USAGE}

Checks what answers and manuals need, one line each: ok, warn or fail. It asks
the API about the configured models, which costs nothing, and shows no key.
The exit code is 1 if anything fails.
`;

/** Names are padded to the longest. */
const NAME_WIDTH = "state directory".length;

/** Runs `doctor …` and returns the exit code. */
export async function runDoctor(
  { args, flags }: NamedCommand,
  runtime: Runtime,
): Promise<number> {
  try {
    const parsed = readCommandArgs(args, OPTIONS);
    const [extra] = parsed.positional;
    if (extra !== undefined) {
      throw new UsageError(`Unexpected argument ${JSON.stringify(extra)}`);
    }
    if (parsed.has("--help")) {
      runtime.writeStdout(DOCTOR_HELP);
      return EXIT.ok;
    }
    return await print(flags, runtime, parsed.has("--json"));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    runtime.writeStderr(explainUsage(error, Object.keys(OPTIONS), USAGE));
    return EXIT.usage;
  }
}

async function print(
  flags: ConfigFlags,
  runtime: Runtime,
  json: boolean,
): Promise<number> {
  const status = new StatusLine(runtime);
  const checks: Check[] = [];
  status.show("… checking");
  for await (const each of diagnose(flags, runtime)) {
    status.clear();
    checks.push(each);
    const { name, status: found, message } = each;
    if (!json) {
      const line = `${found.padEnd(4)}  ${name.padEnd(NAME_WIDTH)}  ${message}`;
      runtime.writeStdout(`${oneLine(line)}\n`);
    }
    status.show("… checking");
  }
  status.clear();
  if (json) runtime.writeStdout(JSON.stringify({ checks }, null, 2) + "\n");
  const isBroken = checks.some(({ status }) => status === "fail");
  return isBroken ? EXIT.failure : EXIT.ok;
}

/** Every check, as soon as it is made. */
async function* diagnose(
  flags: ConfigFlags,
  runtime: Runtime,
): AsyncGenerator<Check> {
  yield checkRuntime(runtime);
  const opened = await open(flags, runtime);
  if ("problem" in opened) {
    const key = runtime.env(API_KEY_ENV);
    const message = redact(opened.problem, key ? [key] : []);
    yield check("configuration", "fail", message);
    return;
  }
  const { log } = opened;
  for await (const each of checksOf(opened)) {
    yield { ...each, message: log.redact(each.message) };
  }
}

interface Opened extends ToolEnvironment {
  readonly loaded: LoadedConfig;
  readonly begin: Ask;
}

/** Opens what the checks look at, as serving would. */
async function open(
  flags: ConfigFlags,
  runtime: Runtime,
): Promise<Opened | { readonly problem: string }> {
  try {
    const loaded = await loadConfig(runtime, flags);
    const { config } = loaded;
    const log = startLog({ ...loaded, warnings: [] }, runtime);
    const environment = { config, runtime, log };
    return { ...environment, loaded, begin: lazyClient(environment) };
  } catch (error) {
    if (error instanceof ConfigError) {
      return { problem: error.problems.join("; ") };
    }
    // The last: what reads the file could not be downloaded.
    if (error instanceof PolicyError || error instanceof ProtocolError) {
      return { problem: error.message };
    }
    throw error;
  }
}

async function* checksOf(
  { config, runtime, loaded, begin }: Opened,
): AsyncGenerator<Check> {
  yield checkConfiguration(loaded, runtime);
  if (asks(config)) {
    const key = checkKey(config, runtime.env);
    yield key;
    if (key.status === "ok") {
      const { client } = await begin({
        signal: new AbortController().signal,
        caller: { id: "doctor", hasSession: false },
        progress: () => {},
      });
      yield* checkApi(config, client, runtime.clock.now());
    }
    yield checkBackground(config);
  } else {
    const message = "not needed: server.tools has neither answer nor iris";
    yield check("key", "ok", message);
  }
  yield* checkManuals(config, runtime);
  yield* checkDirectories(config, runtime);
  yield checkTimeZone(config, runtime);
}

function checkConfiguration(
  { sources, warnings }: LoadedConfig,
  runtime: Runtime,
): Check {
  const path = defaultConfigPath(runtime);
  const said = sources.yaml ??
    `no file${
      path === undefined ? "" : ` at ${path}`
    }: defaults and the environment are used`;
  return warnings.length === 0
    ? check("configuration", "ok", said)
    : check("configuration", "warn", `${said}; ${warnings.join("; ")}`);
}
