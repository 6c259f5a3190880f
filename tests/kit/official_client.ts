import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client";
import { StdioClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { cleanEnv, type Launch } from "./launch.ts";

/** The official clients, and how they are set up. */
export const CLIENTS = ["sdk 1", "2 default", "2 auto", "2 pinned"] as const;

/** One of {@linkcode CLIENTS}. */
export type ClientKind = typeof CLIENTS[number];

/** What tests look at in the result of a call. */
export interface CallResult {
  readonly content: readonly { type: string; text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { message?: string | undefined }) => void;
}

/** What the official clients have in common. */
export interface OfficialClient extends AsyncDisposable {
  /** The protocol revision that was agreed on. */
  readonly version: string | undefined;
  readonly serverName: string | undefined;
  tools(): Promise<string[]>;
  ping(): Promise<unknown>;
  call(
    name: string,
    args: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<CallResult>;
}

const INFO = { name: "e2e", version: "1.0.0" };

/** Starts a program through an official client, connected. */
export async function connect(
  kind: ClientKind,
  launch: Launch,
  env: Readonly<Record<string, string>> = {},
): Promise<OfficialClient> {
  const [command = "", ...args] = launch.command;
  const server = {
    command,
    args: [...args, "--stdio"],
    env: cleanEnv(env),
  };
  return kind === "sdk 1"
    ? await connectLegacy(new LegacyTransport(server))
    : await connectModern(new ModernTransport(server), kind);
}

/** Connects an official client to an HTTP server. */
export async function connectHttp(
  kind: ClientKind,
  url: string,
  headers: Record<string, string> = {},
): Promise<OfficialClient> {
  const requestInit = { headers };
  return kind === "sdk 1"
    ? await connectLegacy(new LegacyHttp(new URL(url), { requestInit }))
    : await connectModern(new ModernHttp(new URL(url), { requestInit }), kind);
}

async function connectLegacy(
  transport: LegacyTransport | LegacyHttp,
): Promise<OfficialClient> {
  const client = new LegacyClient(INFO);
  let version: string | undefined;
  // The client tells the transport what was agreed on, and nobody else.
  const told = "setProtocolVersion" in transport
    ? transport.setProtocolVersion.bind(transport)
    : undefined;
  Object.assign(transport, {
    setProtocolVersion(agreed: string) {
      version = agreed;
      told?.(agreed);
    },
  });
  // The package's own types disagree about optional members.
  await client.connect(transport as LegacyTransport);
  return {
    version,
    serverName: client.getServerVersion()?.name,
    tools: async () => names(await client.listTools()),
    ping: () => client.ping(),
    call: async (name, args, options) =>
      await client.callTool(
        { name, arguments: args },
        undefined,
        options,
      ) as CallResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectModern(
  transport: ModernTransport | ModernHttp,
  kind: ClientKind,
): Promise<OfficialClient> {
  const mode = kind === "2 auto" ? "auto" : { pin: "2026-07-28" };
  const client = new ModernClient(
    INFO,
    kind === "2 default" ? {} : { versionNegotiation: { mode } },
  );
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion(),
    serverName: client.getServerVersion()?.name,
    tools: async () => names(await client.listTools()),
    ping: () => client.ping(),
    call: async (name, args, options) =>
      await client.callTool({ name, arguments: args }, options) as CallResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function names({ tools }: { tools: readonly { name: string }[] }): string[] {
  return tools.map((tool) => tool.name);
}
