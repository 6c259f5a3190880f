// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Connects real clients to the built npm package, each under a throwaway home
 * directory and configured by its snippet in `docs/clients.md`:
 * `deno task check:clients [--record]`. With `--record` the outcome goes into
 * the documentation. Downloads some hundred megabytes from npm.
 *
 * @module
 */
import { ROOT, VERSION } from "./build_npm/project.ts";
import {
  type CheckedClients,
  type Client,
  CLIENTS,
  type Outcome,
  type Place,
} from "./clients/clients.ts";
import { snippetsOf, withCommand } from "./clients/snippets.ts";
import { readArgs } from "./command_line.ts";

const PATIENCE_MS = 120_000;
const PROGRAM = `${ROOT}/npm/build/index.js`;

async function output(
  command: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Promise<{ success: boolean; text: string }> {
  const [program = "", ...args] = command;
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    cwd: options.cwd,
    ...options.env ? { env: options.env, clearEnv: true } : {},
    stdin: "null",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Installs a client; gives its version, or nothing if that fails. */
async function install(client: Client, dir: string): Promise<string | null> {
  const quiet = ["--no-audit", "--no-fund", "--prefix", dir];
  const command = ["npm", "install", ...quiet, `${client.package}@latest`];
  const { success } = await output(command, { cwd: dir });
  if (!success) return null;
  const path = `${dir}/node_modules/${client.package}/package.json`;
  return JSON.parse(await Deno.readTextFile(path)).version;
}

async function connect(
  client: Client,
  dir: string,
): Promise<Outcome["result"]> {
  const home = await Deno.realPath(await Deno.makeTempDir());
  const project = `${home}/project`;
  await Deno.mkdir(project);
  const log = `${home}/server.log`;
  const [snippet] = snippetsOf(
    await Deno.readTextFile(`${ROOT}/docs/clients.md`),
  ).get(client.heading) ?? [];
  if (snippet === undefined) {
    throw new Error(`No snippet for ${client.heading}`);
  }
  const env = {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: home,
    NO_COLOR: "1",
    TERM: "dumb",
  };
  const place: Place = {
    home,
    project,
    snippet: withCommand(snippet, "node", [
      PROGRAM,
      "--stdio",
      "--debug",
      log,
    ]),
    async run(...args) {
      const program = `${dir}/node_modules/.bin/${client.program}`;
      const { text } = await output([program, ...args], { cwd: project, env });
      return text;
    },
  };
  try {
    const said = await client.check(place);
    const heard = await Deno.readTextFile(log).catch(() => "");
    const agreed = client.connected?.test(said) ?? true;
    const served = /recv method=(initialize|server\/discover)/.test(heard) &&
      /send \(line\)/.test(heard);
    if (!agreed || !served) console.log(said + heard);
    return agreed && served ? "connected" : "not connected";
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

if (import.meta.main) {
  const { values } = readArgs(
    { options: { record: { type: "boolean", default: false } } },
    "Usage: deno task check:clients [--record]",
  );
  const dir = await Deno.makeTempDir();
  const outcomes: Outcome[] = [];
  try {
    for (const client of CLIENTS) {
      const version = await install(client, dir);
      const result = version === null
        ? "could not be installed"
        : await connect(client, dir);
      const { heading, package: name, asked } = client;
      outcomes.push({ client: heading, package: name, version, asked, result });
      console.log(`${heading} ${version ?? ""}: ${result}`);
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
  if (values.record) {
    const date = new Date().toISOString().slice(0, 10);
    const checked: CheckedClients = { date, server: VERSION, outcomes };
    const text = JSON.stringify(checked, null, 2) + "\n";
    await Deno.writeTextFile(`${ROOT}/scripts/clients/checked.json`, text);
  }
  const failed = outcomes.some(({ result }) => result === "not connected");
  Deno.exit(failed ? 1 : 0);
}
