import assert from "node:assert/strict";
import { ask } from "./http.ts";
import { MANUAL } from "./manual.ts";

function headersOf(token: string): Record<string, string> {
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
  };
}

/** Opens a session of an older revision; gives its id. */
export async function openSession(url: string, token: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: headersOf(token),
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25" },
    }),
  });
  await response.body?.cancel();
  return response.headers.get("mcp-session-id") ?? "";
}

/** How a request in a session is answered. */
export async function sessionStatus(
  url: string,
  token: string,
  session: string,
): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headersOf(token), "mcp-session-id": session },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await response.body?.cancel();
  return response.status;
}

/** Searches at a server; gives the id under which hits can be paged through. */
export async function openTrace(url: string, token: string): Promise<string> {
  const word = "page7";
  const args = { manual_id: MANUAL, query: word, required_terms: [word] };
  const params = { name: "manual_find", arguments: args };
  const { text } = await ask(url, { method: "tools/call", params, token });
  return JSON.parse(text).result.structuredContent.trace_id;
}

/** Pages through a search; fails unless it finds what it found before. */
export async function expectTrace(
  url: string,
  token: string,
  trace_id: string,
): Promise<void> {
  const params = { name: "manual_hits", arguments: { trace_id } };
  const { text } = await ask(url, { method: "tools/call", params, token });
  assert.match(text, /page7\.md/);
}
