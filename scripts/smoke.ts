// deno-lint-ignore-file no-console -- it reports to the person who runs it
/**
 * The shortest proof that the server works: initialize, tools/list and
 * tools/call in both framings, each answer waited for.
 *
 * `deno task smoke` tries the source; `deno task smoke -- <command>` tries
 * whatever serves MCP on its standard streams when `--stdio` is added, such as
 * `node npm/build/index.js`. With OPENAI_API_KEY set OpenAI answers; otherwise
 * the loopback fake API does.
 *
 * @module
 */
import { readArgs } from "./command_line.ts";
import { openBackend, serverCommand } from "./demo/backend.ts";
import type { Framing } from "../tests/kit/message_reader.ts";
import { Program } from "../tests/kit/program.ts";

/** A model may think for minutes, and a first start may download packages. */
const PATIENCE_MS = 600_000;

async function converse(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  framing: Framing,
): Promise<void> {
  await using client = new Program({
    command,
    env,
    framing,
    patienceMs: PATIENCE_MS,
  });
  const { serverInfo, protocolVersion } = await client.initialize(
    "2025-06-18",
  );
  const { version } = serverInfo as { version: string };
  console.log(`  initialize   version ${version}, MCP ${protocolVersion}`);

  const { tools } = await client.result("tools/list");
  const names = (tools as { name: string }[]).map(({ name }) => name);
  if (!names.includes("answer")) throw new Error("tools/list has no answer");
  console.log(`  tools/list   ${names.join(", ")}`);

  const { failed, data } = await client.call("answer", {
    query: "HTTP 404 の意味",
  });
  const { answer, model } = data;
  if (failed || typeof answer !== "string" || answer === "") {
    throw new Error(`tools/call failed: ${JSON.stringify(data)}`);
  }
  console.log(`  tools/call   ${model}: ${answer.split("\n", 1)[0]}`);

  const { code, stderr } = await client.close();
  if (code !== 0) throw new Error(`Exit code ${code}: ${stderr}`);
}

/** Tries a program without its `--stdio`, or the source if none is given. */
export async function smoke(program: readonly string[] = []): Promise<void> {
  await using backend = openBackend();
  const command = serverCommand(program);
  console.log(`${command.join(" ")}\n${backend.description}`);
  for (const framing of ["lines", "framed"] as const) {
    console.log(framing === "lines" ? "JSON lines:" : "Content-Length frames:");
    await converse(command, backend.env, framing);
  }
}

if (import.meta.main) {
  const usage = "Usage: deno task smoke [-- <command>...]";
  const { positionals } = readArgs({ allowPositionals: true }, usage);
  await smoke(positionals);
  console.log("ok");
}
