// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Lets real clients use the built npm package, each under a throwaway home
 * directory and configured by its snippets in `docs/clients.md` as they stand:
 * `deno task check:clients [--record] [client…]`. Their model is a script on
 * loopback that calls `answer` and `manual_find`; what it then received is what
 * is judged. With `--record` the outcome goes into the documentation. Downloads
 * some hundred megabytes from npm.
 *
 * @module
 */
import { startFakeOpenAI } from "../tests/kit/fake_openai/mod.ts";
import { serveHttp } from "../tests/kit/http_program.ts";
import type { Launch } from "../tests/kit/launch.ts";
import { ROOT, VERSION } from "./build_npm/project.ts";
import type {
  CheckedClients,
  Outcome,
  Transport,
} from "./clients/checked_clients.ts";
import { type Client, CLIENTS, type Place } from "./clients/clients.ts";
import { missingIn, PAGE, STEPS } from "./clients/expect.ts";
import { startScriptedModel } from "./clients/scripted_model.ts";
import { HTTP_URL, snippetsOf } from "./clients/snippets.ts";
import { printedBy, readArgs, refuse } from "./command_line.ts";

const PATIENCE_MS = 300_000;
const QUESTION = "What is the weather, and how do I restore a backup?";
const KEY = "sk-check-clients-0123456789";
const NAME = "openai-responses-mcp";
/** The start of what the server tells the model of every client that asks. */
const INSTRUCTIONS = "answer a question from the web";

interface Said {
  readonly success: boolean;
  readonly text: string;
}

async function run(
  command: readonly string[],
  cwd: string,
  env?: Readonly<Record<string, string>>,
): Promise<Said> {
  const [program = "", ...args] = command;
  const output = await new Deno.Command(program, {
    args,
    cwd,
    ...env ? { env, clearEnv: true } : {},
    stdin: "null",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).output();
  return { success: output.success, text: printedBy(output) };
}

/** Installs a package beside the others; gives its version, if that works. */
async function install(spec: string, dir: string): Promise<string | null> {
  const quiet = ["--no-audit", "--no-fund", "--prefix", dir];
  const { success } = await run(["npm", "install", ...quiet, spec], dir);
  if (!success) return null;
  const name = spec.endsWith(".tgz") ? NAME : spec.replace(/@latest$/, "");
  const path = `${dir}/node_modules/${name}/package.json`;
  return JSON.parse(await Deno.readTextFile(path)).version;
}

async function snippetFor(
  { heading }: Client,
  transport: Transport,
): Promise<string> {
  const page = await Deno.readTextFile(`${ROOT}/docs/clients.md`);
  const snippets = snippetsOf(page).get(heading) ?? [];
  const http = transport === "HTTP";
  const found = snippets.find((text) => text.includes(HTTP_URL) === http);
  if (found === undefined) throw new Error(`No ${transport} for ${heading}`);
  return found;
}

interface Checked {
  readonly problems: readonly string[];
  readonly instructions: boolean;
}

/** Lets a client's model take the steps; tells what it did not receive. */
async function check(
  client: Client,
  transport: Transport,
  dir: string,
): Promise<Checked> {
  const home = await Deno.realPath(await Deno.makeTempDir());
  try {
    await using api = startFakeOpenAI({ apiKey: KEY });
    await using model = await startScriptedModel(STEPS);
    const place = await openPlace({ home, dir, model: model.url });
    const snippet = await snippetFor(client, transport);
    const answers = { OPENAI_BASE_URL: api.baseUrl };
    const manuals = { MANUALS_ROOT: `${home}/manuals` };
    let said: string;
    if (transport === "HTTP") {
      const program = `${dir}/node_modules/${NAME}/build/index.js`;
      const env = { ...answers, ...manuals, OPENAI_API_KEY: KEY };
      const launch: Launch = {
        name: "npm build on Node",
        command: ["node", program],
      };
      await using server = await serveHttp(launch, { env });
      await client.add(snippet.replaceAll(HTTP_URL, server.url), place);
      said = await client.ask(QUESTION, place);
    } else {
      const settings = {
        openai: { base_url: api.baseUrl },
        manuals: { root: manuals.MANUALS_ROOT },
      };
      // JSON is YAML too. The snippet mentions neither.
      await place.write(
        `${home}/.config/${NAME}/config.yaml`,
        JSON.stringify(settings),
      );
      await client.add(snippet, place);
      said = await client.ask(QUESTION, place);
    }
    const problems = missingIn(model.results());
    if (api.created.length !== 1) {
      problems.push(`${api.created.length} answers were paid for, not one`);
    }
    if (problems.length > 0) console.log(said);
    return { problems, instructions: model.heard(INSTRUCTIONS) };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function openPlace(
  { home, dir, model }: { home: string; dir: string; model: string },
): Promise<Place> {
  const project = `${home}/project`;
  const write = async (path: string, text: string): Promise<void> => {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, text);
  };
  await Deno.mkdir(project);
  await write(`${home}/manuals/${PAGE.manual}/${PAGE.path}`, PAGE.text);
  const base = {
    PATH: `${dir}/node_modules/.bin:${Deno.env.get("PATH")}`,
    HOME: home,
    NO_COLOR: "1",
    TERM: "dumb",
    OPENAI_API_KEY: KEY,
  };
  return {
    home,
    project,
    model,
    write,
    async shell(line, env = {}): Promise<string> {
      const command = ["sh", "-c", line];
      return (await run(command, project, { ...base, ...env })).text;
    },
  };
}

async function checkClient(client: Client, dir: string): Promise<Outcome> {
  const { heading, package: name } = client;
  const version = await install(`${name}@latest`, dir);
  console.log(`${heading} ${version ?? "could not be installed"}`);
  const problems: Record<Transport, readonly string[]> = {
    stdio: [],
    HTTP: [],
  };
  let instructions = false;
  for (const transport of ["stdio", "HTTP"] as const) {
    if (version === null) continue;
    const checked = await check(client, transport, dir);
    problems[transport] = checked.problems;
    instructions ||= checked.instructions;
    const said = checked.problems.join("; ") || "answer and manual_find work";
    console.log(`  ${transport}: ${said}`);
  }
  return { client: heading, package: name, version, problems, instructions };
}

if (import.meta.main) {
  const names = CLIENTS.map(({ heading }) => heading);
  const usage = `Usage: deno task check:clients [--record] [client]...
Clients: ${names.join(", ")}`;
  const { values, positionals } = readArgs(
    {
      options: { record: { type: "boolean", default: false } },
      allowPositionals: true,
    },
    usage,
  );
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) refuse(`No client ${unknown}`, usage);
  const dir = await Deno.realPath(await Deno.makeTempDir());
  const outcomes: Outcome[] = [];
  try {
    // As the README has it: the package is installed, not linked.
    const packed = ["npm", "pack", "--silent", "--pack-destination", dir];
    const { text } = await run([...packed, `${ROOT}/npm`], dir);
    const version = await install(`${dir}/${text.trim()}`, dir);
    if (version !== VERSION) throw new Error(`npm/ holds ${version}`);
    for (const client of CLIENTS) {
      const wanted = positionals.length === 0 ||
        positionals.includes(client.heading);
      if (wanted) outcomes.push(await checkClient(client, dir));
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
  const failed = outcomes.some(({ problems }) =>
    problems.stdio.length + problems.HTTP.length > 0
  );
  Deno.exit(failed ? 1 : 0);
}
