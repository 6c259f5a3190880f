import { MODERN } from "../../tests/kit/http_pair.ts";
import { type HttpProgram, serveHttp } from "../../tests/kit/http_program.ts";
import { RawHttp } from "../../tests/kit/raw_http.ts";
import type { Stage } from "./scenario.ts";

/** What a request of revision 2026-07-28 may choose. */
export interface Asking {
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly token?: string;
}

/** Starts the real program on a free port. */
export async function startHttp(
  stage: Stage,
  env: Readonly<Record<string, string>> = {},
): Promise<HttpProgram> {
  const launch = { name: "Deno", command: stage.command } as const;
  return await serveHttp(launch, { env: stage.env(env) });
}

/** The headers and the body of a request. */
export function requestOf(
  { method = "tools/list", params = {}, token }: Asking = {},
): { headers: Record<string, string>; body: string } {
  const { name } = params;
  return {
    headers: {
      host: "127.0.0.1",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...typeof name === "string" && { "mcp-name": name },
      ...token !== undefined && { authorization: `Bearer ${token}` },
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { _meta: MODERN, ...params },
    }),
  };
}

/** Asks as a well-behaved client does; gives status and answer. */
export async function ask(
  url: string,
  asking: Asking = {},
): Promise<{ status: number; text: string }> {
  const { headers: { host: _, ...headers }, body } = requestOf(asking);
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

/** The text of a request as it goes over the wire. */
export function wire(
  headers: readonly (readonly [string, string])[],
  body: string,
): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** Opens a connection and writes to it. */
export async function send(url: string, text: string): Promise<RawHttp> {
  const connection = await RawHttp.connect(url);
  await connection.write(text);
  return connection;
}

/** A figure of `/metrics`; 0 if it was never counted. */
export async function metric(base: string, name: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const line = text.split("\n")
    .find((each) => each.startsWith(`openai_responses_mcp_${name} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}
