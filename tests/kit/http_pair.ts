import { defaultConfig } from "../../src/config/draft.ts";
import type { Config } from "../../src/config/schema.ts";
import { createLogger } from "../../src/log.ts";
import {
  createHttpHandler,
  type HttpHandler,
} from "../../src/mcp/http/http_handler.ts";
import type { Access } from "../../src/mcp/http/metrics.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Clock } from "../../src/runtime/runtime.ts";
import type { ToolSet } from "../../src/tools/registry.ts";
import type { Message } from "./server_pair.ts";

/** What a test may choose of its server. */
export interface HttpPairOptions {
  readonly tools?: ToolSet;
  readonly http?: Partial<Config["http"]>;
  readonly server?: Partial<Config["server"]>;
  readonly tokens?: Readonly<Record<string, string>>;
  readonly secret?: string;
  readonly clock?: Clock;
  /** Log message bodies. */
  readonly bodies?: boolean;
  /** Makes the tools instead. */
  readonly loadTools?: () => Promise<ToolSet>;
}

/** What a test may choose of a request. */
export interface Sending {
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly token?: string;
  readonly session?: string;
  readonly signal?: AbortSignal;
  readonly path?: string;
  readonly method?: string;
}

/** `_meta` of a request without a session. */
export const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** An HTTP server in this process, asked without a network. */
export class HttpPair {
  readonly handler: HttpHandler;
  readonly accesses: Access[] = [];
  readonly stderr: string[] = [];
  #id = 0;

  constructor(options: HttpPairOptions = {}) {
    const base = defaultConfig();
    const config = {
      ...base,
      server: { ...base.server, ...options.server },
      http: { ...base.http, ...options.http },
    };
    const { clock = runtime.clock } = options;
    const log = createLogger({
      writeStderr: (text) => void this.stderr.push(text),
      files: runtime.files,
    }, { debug: options.bodies ?? false, bodies: options.bodies ?? false });
    this.handler = createHttpHandler({
      config,
      runtime: { clock, parentPid: () => 1 },
      log,
      loadTools: options.loadTools ??
        (() => Promise.resolve(options.tools ?? { tools: [] })),
      tokens: new Map(Object.entries(options.tokens ?? {})),
      ...options.secret !== undefined && { secret: options.secret },
      onAccess: (access) => void this.accesses.push(access),
    });
  }

  /** Sends any request. */
  async fetch(body: BodyInit | null, sending: Sending = {}): Promise<Response> {
    const headers = new Headers({
      host: "localhost:8931",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...sending.token && { authorization: `Bearer ${sending.token}` },
      ...sending.session && { "mcp-session-id": sending.session },
    });
    for (const [name, value] of Object.entries(sending.headers ?? {})) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    const { path = "/mcp", method = "POST", signal } = sending;
    const request = new Request(`http://localhost:8931${path}`, {
      method,
      headers,
      body: method === "POST" ? body : null,
      ...signal && { signal },
    });
    return await this.handler.fetch(request);
  }

  /** Sends a request of the modern era, with the headers it needs. */
  async modern(
    method: string,
    params: Record<string, unknown> = {},
    sending: Sending = {},
  ): Promise<Response> {
    const { name } = params;
    const body = {
      jsonrpc: "2.0",
      id: ++this.#id,
      method,
      params: { _meta: MODERN, ...params },
    };
    return await this.fetch(JSON.stringify(body), {
      ...sending,
      headers: {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...typeof name === "string" && { "mcp-name": name },
        ...sending.headers,
      },
    });
  }

  /** Sends a message of the legacy era. */
  async legacy(message: unknown, sending: Sending = {}): Promise<Response> {
    return await this.fetch(JSON.stringify(message), sending);
  }

  /** Opens a legacy session. */
  async session(
    sending: Sending = {},
    version = "2025-11-25",
  ): Promise<string> {
    const params = { protocolVersion: version };
    const response = await this.legacy(
      { jsonrpc: "2.0", id: 0, method: "initialize", params },
      sending,
    );
    await response.body?.cancel();
    const id = response.headers.get("mcp-session-id");
    if (id === null) throw new Error(`No session: ${response.status}`);
    return id;
  }
}

/** The messages of a reply, whatever form it has. */
export async function messagesOf(response: Response): Promise<Message[]> {
  const text = await response.text();
  if (response.headers.get("content-type") !== "text/event-stream") {
    return text === "" ? [] : [JSON.parse(text)].flat();
  }
  return text.split("\n\n")
    .map((event) => /^data: (.*)$/m.exec(event)?.[1])
    .filter((data) => data !== undefined)
    .map((data) => JSON.parse(data));
}
