// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * Asks a server for what every client asks, in both framings, and waits for the
 * answers: `deno task smoke [<program> [<argument>...]]`. Without arguments it
 * tries the source; with some, whatever they start: the npm package
 * (`node npm/build/index.js`) or a binary. The Responses API is played by the
 * stand-in, so that neither a key nor a network is needed.
 *
 * @module
 */
import manifest from "../deno.json" with { type: "json" };
import { startStandIn } from "./stand_in/mod.ts";
import { type Framing, type Json, StdioClient } from "./stdio_client.ts";

const KEY = "smoke-test-key";

/** Options of {@linkcode smoke}. */
export interface SmokeOptions {
  /** The program and its arguments, without `--stdio`. */
  readonly command: readonly string[];
  readonly framing: Framing;
}

/** One conversation; throws if anything is not as it must be. */
export async function smoke({ command, framing }: SmokeOptions): Promise<void> {
  // No configuration of the person who runs this may change the outcome.
  const empty = await Deno.makeTempDir();
  try {
    await using api = startStandIn({ apiKey: KEY });
    const env = {
      ...inherited(),
      XDG_CONFIG_HOME: empty,
      APPDATA: empty,
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: api.baseUrl,
    };
    const stdio = [...command, "--stdio"];
    await using client = new StdioClient({ command: stdio, env, framing });
    await converse(client);
    const { code, stderr } = await client.close();
    want(code === 0 && stderr === "", `a quiet end, got ${code}: ${stderr}`);
  } finally {
    await Deno.remove(empty, { recursive: true });
  }
}

async function converse(client: StdioClient): Promise<void> {
  const { serverInfo } = await client.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "smoke", version: manifest.version },
  });
  const { version } = serverInfo as Json;
  want(version === manifest.version, `${manifest.version}, got ${version}`);
  await client.notify("notifications/initialized");
  const { tools } = await client.request("tools/list");
  const names = (tools as Json[]).map(({ name }) => name);
  want(names.includes("answer"), `the tool answer, got ${names}`);
  const { isError, structuredContent } = await client.request("tools/call", {
    name: "answer",
    arguments: { query: "What does HTTP 404 mean?" },
  });
  const { answer } = (structuredContent ?? {}) as Json;
  want(!isError && typeof answer === "string", `an answer, got ${answer}`);
}

function want(condition: boolean, what: string): void {
  if (!condition) throw new Error(`Wanted ${what}`);
}

/** What programs need to start at all: the rest must not leak in. */
function inherited(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR", "SystemRoot", "LOCALAPPDATA"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

if (import.meta.main) {
  const source = [Deno.execPath(), "run", "-A", "mod.ts"];
  const command = Deno.args.length > 0 ? Deno.args : source;
  for (const framing of ["lines", "framed"] as const) {
    await smoke({ command, framing });
    console.log(`ok ${framing}: initialize, tools/list, tools/call`);
  }
}
