import type { McpClient } from "../../tests/kit/mcp_client.ts";
import { good, say, step, warn, whisper } from "./print.ts";

/** What goes on between a client and the server, without a key. */
export async function showProtocol(client: McpClient): Promise<void> {
  await showHandshake(client);
  await showTools(client);
  await showMissingKey(client);
}

async function showHandshake(client: McpClient): Promise<void> {
  step("Protocol: connect with initialize over stdin and stdout");
  const started = performance.now();
  const { serverInfo, protocolVersion } = await client.initialize();
  const ms = Math.round(performance.now() - started);
  const { name, version } = serverInfo as Record<string, unknown>;
  good(`${name} ${version}, MCP ${protocolVersion}, ready in ${ms} ms`);

  step("Protocol: discover, the stateless way");
  const found = await client.result("server/discover");
  say(`MCP ${(found.supportedVersions as string[]).join(", ")}`);
  whisper(String(found.instructions));
}

async function showTools(client: McpClient): Promise<void> {
  step("Protocol: list the tools");
  const { tools } = await client.result("tools/list");
  const listed = tools as { name: string; title: string }[];
  for (const { name, title } of listed) say(`${name.padEnd(16)} ${title}`);
}

/** What a client sees when nobody has set a key. */
async function showMissingKey(client: McpClient): Promise<void> {
  step("Protocol: without a key the call fails, the server does not");
  const { content } = await client.result("tools/call", {
    name: "answer",
    arguments: { query: "Does this cost anything?" },
  });
  const [{ text }] = content as [{ text: string }];
  const { reason, message } = JSON.parse(text).data;
  warn(`${reason}: ${message}`);
}
