/**
 * Our protocol types against the official ones: what one side says, the other
 * understands. All of it is decided by the type checker.
 *
 * @module
 */
import type { Client } from "@modelcontextprotocol/sdk/client";
import type { Server } from "@modelcontextprotocol/sdk/server";
import type * as Modern from "@modelcontextprotocol/server";
import type * as JsonRpc from "../../src/jsonrpc/messages.ts";
import type * as Ours from "../../src/mcp/protocol.ts";
import type { ToolAnnotations } from "../../src/tools/tool.ts";

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Compiles only if a `From` can stand where a `To` is wanted; `any` cannot. */
function accepts<To, From extends IsAny<To> extends true ? never : To>(
  ..._: IsAny<From> extends true ? [never] : []
): void {}

/**
 * A type as JSON carries it: interfaces become object types (only those fit
 * the official index signatures), nothing is read-only, an absent member is
 * absent and not `undefined` (the official types do not tell these apart), and
 * what may be anything is a JSON value.
 */
type Wire<T> = unknown extends T ? Modern.JSONValue
  : T extends readonly (infer E)[] ? Wire<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Wire<Exclude<T[K], undefined>> }
  : T;

/**
 * The types of SDK 1.x by what its client and server take and give: the module
 * that names them declares no types in its package's `exports`, so that Deno
 * takes all of it for `any`.
 */
declare namespace Legacy {
  type ListToolsResult = Awaited<ReturnType<Client["listTools"]>>;
  type Tool = ListToolsResult["tools"][number];
  type CallToolResult = Exclude<
    Awaited<ReturnType<Client["callTool"]>>,
    { toolResult: unknown }
  >;
  type TextContent = Extract<
    CallToolResult["content"][number],
    { type: "text" }
  >;
  type Implementation = NonNullable<ReturnType<Client["getServerVersion"]>>;
  type Capabilities = NonNullable<ReturnType<Client["getServerCapabilities"]>>;
  type Message = Parameters<Parameters<Client["connect"]>[0]["send"]>[0];
  type ProgressParams = Extract<
    Parameters<Server["notification"]>[0],
    { method: "notifications/progress" }
  >["params"];
}

Deno.test("results of ours are what the official types want", () => {
  accepts<Modern.InitializeResult, Wire<Ours.InitializeResult>>();
  accepts<Legacy.Capabilities, Wire<Ours.ServerCapabilities>>();
  accepts<Modern.DiscoverResult, Wire<Ours.DiscoverResult>>();
  accepts<Legacy.ListToolsResult, Wire<Ours.ListToolsResult>>();
  accepts<Modern.ListToolsResult, Wire<Ours.ListToolsResult>>();
  accepts<Legacy.CallToolResult, Wire<Ours.CallToolResult>>();
  accepts<Modern.CallToolResult, Wire<Ours.CallToolResult>>();
});

Deno.test("official results are what our types want, less what only they have", () => {
  // Official servers may offer more than tools, or nothing, without a word.
  type Offer = "capabilities" | "instructions";
  accepts<Omit<Ours.InitializeResult, Offer>, Wire<Modern.InitializeResult>>();
  // Their transport takes the cache hints off before anyone sees the result.
  type Discover = Omit<Ours.DiscoverResult, Offer | "ttlMs" | "cacheScope">;
  accepts<Discover, Wire<Modern.DiscoverResult>>();
  // Official tools may lack what ours always have; schemas are any JSON Schema.
  type Named = Pick<Ours.ListedTool, "name">;
  accepts<Named, Wire<Legacy.Tool>>();
  accepts<Named, Wire<Modern.Tool>>();
  // Official content may be an image, sound or a resource.
  type Judged = Pick<Ours.CallToolResult, "isError">;
  accepts<Judged, Wire<Legacy.CallToolResult>>();
  accepts<Judged, Wire<Modern.CallToolResult>>();
});

Deno.test("parts of results are the same on both sides", () => {
  accepts<Legacy.TextContent, Wire<Ours.TextContent>>();
  accepts<Modern.TextContent, Wire<Ours.TextContent>>();
  accepts<Ours.TextContent, Wire<Legacy.TextContent>>();
  accepts<Ours.TextContent, Wire<Modern.TextContent>>();
  accepts<Legacy.Implementation, Wire<Ours.Implementation>>();
  accepts<Modern.Implementation, Wire<Ours.Implementation>>();
  accepts<Ours.Implementation, Wire<Legacy.Implementation>>();
  accepts<Ours.Implementation, Wire<Modern.Implementation>>();
  accepts<Modern.ToolAnnotations, Wire<ToolAnnotations>>();
  accepts<ToolAnnotations, Wire<Modern.ToolAnnotations>>();
  type Progress = Ours.ProgressNotificationParams;
  accepts<Legacy.ProgressParams, Wire<Progress>>();
  accepts<Modern.ProgressNotificationParams, Wire<Progress>>();
  accepts<Progress, Wire<Legacy.ProgressParams>>();
  accepts<Progress, Wire<Modern.ProgressNotificationParams>>();
});

Deno.test("JSON-RPC messages are the same on both sides", () => {
  accepts<Modern.RequestId, JsonRpc.RequestId>();
  accepts<JsonRpc.RequestId, Modern.RequestId>();
  type Note = JsonRpc.JsonRpcNotification;
  accepts<Legacy.Message, Wire<Note>>();
  accepts<Modern.JSONRPCNotification, Wire<Note>>();
  accepts<Note, Wire<Modern.JSONRPCNotification>>();
  // JSON-RPC gives a failure without a readable id the id null, where the
  // official types leave it out: only failures with an id can be compared.
  type Failure = JsonRpc.JsonRpcFailure & { id: JsonRpc.RequestId };
  accepts<Legacy.Message, Wire<Failure>>();
  accepts<Modern.JSONRPCErrorResponse, Wire<Failure>>();
  type Official = Wire<Modern.JSONRPCErrorResponse>;
  accepts<Failure, Official & { id: JsonRpc.RequestId }>();
});
