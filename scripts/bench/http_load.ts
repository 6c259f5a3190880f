import { MODERN } from "../../tests/kit/http_pair.ts";

/** What a load came to. */
export interface Load {
  /** How long each request took, in milliseconds. */
  readonly times: readonly number[];
  readonly elapsedMs: number;
}

const QUERY = "hello";
/** A long text as they are: with ends of lines, which JSON has to escape. */
export const LONG_QUERY = `${QUERY}\n`.repeat(64 * 1024 / 6);

/** The bytes of a `tools/call` as it goes over the wire. */
export function callBytes(
  url: string,
  query: string = QUERY,
): Uint8Array<ArrayBuffer> {
  const params = { name: "answer", arguments: { query } };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { ...params, _meta: MODERN },
  });
  return new TextEncoder().encode([
    "POST /mcp HTTP/1.1",
    `Host: ${new URL(url).host}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    "MCP-Protocol-Version: 2026-07-28",
    "Mcp-Method: tools/call",
    "Mcp-Name: answer",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n"));
}

/** Sends so many requests over so many connections, each one after the other. */
export async function load(
  url: string,
  connections: number,
  requests: number,
  query: string = QUERY,
): Promise<Load> {
  const { hostname, port } = new URL(url);
  const bytes = callBytes(url, query);
  const open = await Promise.all(
    Array.from(
      { length: connections },
      () => Deno.connect({ hostname, port: Number(port) }),
    ),
  );
  const times: number[] = [];
  let left = requests;
  const started = performance.now();
  await Promise.all(open.map(async (connection) => {
    const reader = new ReplyReader(connection);
    while (left-- > 0) {
      const start = performance.now();
      for (let at = 0; at < bytes.length;) {
        at += await connection.write(bytes.subarray(at));
      }
      await reader.next();
      times.push(performance.now() - start);
    }
    connection.close();
  }));
  return { times, elapsedMs: performance.now() - started };
}

/** Reads one reply after the other, and looks at no more than it must. */
class ReplyReader {
  readonly #connection: Deno.TcpConn;
  readonly #buffer = new Uint8Array(65_536);
  readonly #decoder = new TextDecoder("latin1");

  constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  async next(): Promise<void> {
    let text = "";
    while (!isWhole(text)) {
      const count = await this.#connection.read(this.#buffer);
      if (count === null) throw new Error(`The server hung up: ${text}`);
      text += this.#decoder.decode(this.#buffer.subarray(0, count));
    }
    if (!text.startsWith("HTTP/1.1 200") || !text.includes('"hello')) {
      throw new Error(`Not the answer: ${text}`);
    }
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = text.slice(0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length === undefined) return text.endsWith("\r\n0\r\n\r\n");
  return text.length >= end + 4 + Number(length);
}
