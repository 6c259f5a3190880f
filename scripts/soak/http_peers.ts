import { messagesOf, MODERN } from "../../tests/kit/http_pair.ts";
import { type Id, line, McpClient } from "../../tests/kit/mcp_client.ts";
import type { Message } from "../../tests/kit/message_reader.ts";

/** Callers of a server over HTTP. */
const NAMES = ["ada", "bob", "cyd", "dan"] as const;

function tokenOf(name: string): string {
  return `token-of-${name}-0123456789`;
}

/** For `ORMCP_HTTP_TOKENS`. */
export const TOKENS: string = NAMES.map((name) => `${name}=${tokenOf(name)}`)
  .join();

/** Clients of one server, and how to close their connections. */
export interface HttpPeers {
  readonly peers: readonly McpClient[];
  close(): void;
}

/** Opens two clients for each caller, one in each era. */
export async function openHttpPeers(
  url: string,
  patienceMs: number,
): Promise<HttpPeers> {
  // One of our own can be closed with all its connections.
  const client = Deno.createHttpClient({ poolIdleTimeout: 1000 });
  const ask: typeof fetch = (input, init) => fetch(input, { ...init, client });
  const peers: McpClient[] = [];
  for (const name of NAMES) {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${tokenOf(name)}`,
    };
    const legacy = new LegacyWire(ask, url, headers);
    await legacy.open();
    const modern = new ModernWire(ask, url, headers);
    peers.push(clientOf(legacy, patienceMs), clientOf(modern, patienceMs));
  }
  return { peers, close: () => client.close() };
}

/** A client whose lines are POSTed, one each. */
function clientOf(wire: Wire, patienceMs: number): McpClient {
  const encoder = new TextEncoder();
  const peer = new McpClient(async (text) => {
    const message = parsed(text);
    if (message?.method === "notifications/cancelled") {
      await wire.cancel(message.params?.requestId as Id, text);
      return;
    }
    const replied = wire.post(text, message).then(async (response) => {
      for (const each of await messagesOf(response)) {
        peer.receive(encoder.encode(line({ ...each })));
      }
    }).catch((error) => {
      // Of ours: a cancelled request has no reply.
      if (error?.name !== "AbortError") peer.violations.push(`${error}`);
    });
    wire.expect(message?.id, replied);
  }, { patienceMs });
  return peer;
}

/** How messages of one era go over HTTP. */
abstract class Wire {
  protected readonly fetch: typeof fetch;
  protected readonly url: string;
  protected readonly headers: Readonly<Record<string, string>>;
  readonly #open = new Map<unknown, Promise<void>>();

  constructor(
    ask: typeof fetch,
    url: string,
    headers: Readonly<Record<string, string>>,
  ) {
    this.fetch = ask;
    this.url = url;
    this.headers = headers;
  }

  abstract post(text: string, message?: Message): Promise<Response>;

  /** Cancels a request and waits until its reply is over. */
  abstract cancel(id: Id, text: string): Promise<void>;

  /** A reply is on its way. */
  expect(id: unknown, replied: Promise<void>): void {
    if (id === undefined) return;
    this.#open.set(id, replied);
    replied.then(() => this.#open.delete(id));
  }

  /** Waits for a reply that is on its way. */
  protected async over(id: Id): Promise<void> {
    await this.#open.get(id);
  }
}

/** Speaks in a session; each `initialize` opens another, and ends it. */
class LegacyWire extends Wire {
  #session = "";

  async open(): Promise<void> {
    const params = { protocolVersion: "2025-11-25" };
    const text = line({ id: 0, method: "initialize", params });
    const response = await this.#send(text);
    await response.body?.cancel();
    this.#session = sessionOf(response);
  }

  override async post(text: string, message?: Message): Promise<Response> {
    if (message?.method !== "initialize") {
      return await this.#send(text, this.#session);
    }
    const response = await this.#send(text);
    await this.#end(sessionOf(response));
    return response;
  }

  override async cancel(id: Id, text: string): Promise<void> {
    const response = await this.#send(text, this.#session);
    await response.body?.cancel();
    await this.over(id);
  }

  /** Ends a session in which something is still asked. */
  async #end(session: string): Promise<void> {
    const params = { name: "answer", arguments: { query: "never answered" } };
    const text = line({ id: 1, method: "tools/call", params });
    const asked = this.#send(text, session).then((left) => left.text());
    const ended = await this.fetch(this.url, {
      method: "DELETE",
      headers: { ...this.headers, "mcp-session-id": session },
    });
    if (ended.status !== 204) throw new Error(`DELETE: ${ended.status}`);
    await asked;
  }

  async #send(body: string, session?: string): Promise<Response> {
    const headers = {
      ...this.headers,
      ...session !== undefined && { "mcp-session-id": session },
    };
    return await this.fetch(this.url, { method: "POST", headers, body });
  }
}

function sessionOf({ headers, status }: Response): string {
  const session = headers.get("mcp-session-id");
  if (session === null) throw new Error(`No session: ${status}`);
  return session;
}

/** Speaks without sessions; whoever closes a request cancels it. */
class ModernWire extends Wire {
  readonly #calls = new Map<unknown, AbortController>();

  override async post(text: string, message?: Message): Promise<Response> {
    const { id, method, params } = message ?? {};
    const call = new AbortController();
    this.#calls.set(id, call);
    const name = params?.name;
    const _meta = { ...MODERN, ...Object(params?._meta) };
    const response = await this.fetch(this.url, {
      method: "POST",
      headers: {
        ...this.headers,
        "mcp-protocol-version": "2026-07-28",
        ...method !== undefined && { "mcp-method": method },
        ...typeof name === "string" && { "mcp-name": name },
      },
      body: message ? line({ ...message, params: { ...params, _meta } }) : text,
      signal: call.signal,
    });
    return response;
  }

  override async cancel(id: Id): Promise<void> {
    this.#calls.get(id)?.abort();
    await this.over(id);
  }

  override expect(id: unknown, replied: Promise<void>): void {
    super.expect(id, replied);
    replied.then(() => this.#calls.delete(id));
  }
}

function parsed(text: string): Message | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
