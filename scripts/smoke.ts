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
import { openBackend } from "./demo/backend.ts";
import { serverCommand } from "./demo/server_command.ts";
import {
  type Framing,
  type Json,
  StdioClient,
} from "../tests/kit/stdio_client.ts";

async function converse(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  framing: Framing,
): Promise<void> {
  await using client = new StdioClient({ command, env, framing });
  const { serverInfo, protocolVersion } = await client.request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "smoke", version: "1.0.0" },
  });
  await client.notify("notifications/initialized");
  const { version } = serverInfo as { version: string };
  console.log(`  initialize   version ${version}, MCP ${protocolVersion}`);

  const { tools } = await client.request("tools/list");
  const names = (tools as { name: string }[]).map(({ name }) => name);
  if (!names.includes("answer")) throw new Error("tools/list has no answer");
  console.log(`  tools/list   ${names.join(", ")}`);

  const { content, structuredContent, isError } = await client.request(
    "tools/call",
    { name: "answer", arguments: { query: "HTTP 404 の意味" } },
  );
  if (isError) throw new Error(`tools/call failed: ${JSON.stringify(content)}`);
  const { answer, model } = structuredContent as Json;
  if (typeof answer !== "string" || answer === "") {
    throw new Error(`No answer: ${JSON.stringify(structuredContent)}`);
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
  await smoke(Deno.args[0] === "--" ? Deno.args.slice(1) : Deno.args);
  console.log("ok");
}
