import type { McpClient } from "../../tests/kit/mcp_client.ts";
import { good, say, step, warn, whisper } from "./print.ts";

/** Connects as a client does, and shows what the server says of itself. */
export async function showHandshake(client: McpClient): Promise<void> {
  step("Connect: initialize over stdin and stdout");
  const started = performance.now();
  const { serverInfo, protocolVersion } = await client.initialize();
  const ms = Math.round(performance.now() - started);
  const { name, version } = serverInfo as Record<string, unknown>;
  good(`${name} ${version}, MCP ${protocolVersion}, ready in ${ms} ms`);

  step("Discover: the stateless way, without initialize");
  const found = await client.result("server/discover");
  say(`MCP ${(found.supportedVersions as string[]).join(", ")}`);
  whisper(String(found.instructions));

  step("Ping");
  const pinged = performance.now();
  await client.result("ping");
  good(`answered in ${(performance.now() - pinged).toFixed(1)} ms`);
}

/** Lists the tools and gives their names. */
export async function showTools(client: McpClient): Promise<string[]> {
  step("List the tools");
  const { tools } = await client.result("tools/list");
  const listed = tools as { name: string; title: string }[];
  for (const { name, title } of listed) say(`${name.padEnd(16)} ${title}`);
  return listed.map(({ name }) => name);
}

/** What a client sees when nobody has set a key. */
export async function showMissingKey(client: McpClient): Promise<void> {
  step("Ask without an API key: the call fails, the server does not");
  const { content } = await client.result("tools/call", {
    name: "answer",
    arguments: { query: "Does this cost anything?" },
  });
  const [{ text }] = content as [{ text: string }];
  const { reason, message } = JSON.parse(text).data;
  warn(`${reason}: ${message}`);
}
