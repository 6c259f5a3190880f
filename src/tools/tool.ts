/**
 * What a tool is to the server that calls it. `defineTool` makes one.
 *
 * @module
 */
import type { Config } from "../config/schema.ts";
import type { Logger } from "../log.ts";
import type { OpenEngine } from "../manuals/find/open_finder.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { ObjectSchema, Static } from "../schema/schema.ts";
import type { Issue } from "../schema/validate.ts";
import type { Caller } from "./caller.ts";

/** Hints that clients use to decide whether to ask the user first. */
export interface ToolAnnotations {
  /** A name for people. */
  readonly title?: string;
  /** It changes nothing. */
  readonly readOnlyHint?: boolean;
  /** It may destroy something. */
  readonly destructiveHint?: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** It reaches beyond this machine. */
  readonly openWorldHint?: boolean;
}

/** What `tools/list` tells of a tool, and the group it belongs to. */
export interface ToolDefinition<I extends ObjectSchema = ObjectSchema> {
  /** The name that clients call. */
  readonly name: string;
  /** A name for people. */
  readonly title: string;
  /** When to use it, for the model. */
  readonly description: string;
  /** The tools that it belongs with; `server.tools` names those of our own. */
  readonly group: string;
  /** Its arguments. */
  readonly inputSchema: I;
  /** Its structured result, if it has one. */
  readonly outputSchema?: ObjectSchema;
  /** Hints for clients. */
  readonly annotations: ToolAnnotations;
  /**
   * Accept `"5"` where an integer is wanted.
   * @default {false}
   */
  readonly integerStrings?: boolean;
}

/** What one call may use besides its arguments. */
export interface ToolContext {
  /** Aborted when the client cancels the call or the server goes down. */
  readonly signal: AbortSignal;
  /** Who calls. */
  readonly caller: Caller;
  /**
   * When the call came in, by the clock's `monotonic()`: what it waited for
   * since then is part of it.
   * @default {when the tool is called}
   */
  readonly startedAt?: number;
  /**
   * The request stands alone: its era has no sessions.
   * @default {false}
   */
  readonly stateless?: boolean;
  /**
   * The client would rather have an id to ask again with than wait.
   * @default {false}
   */
  readonly acceptsTask?: boolean;
  /** Reports progress; does nothing when the client did not ask for it. */
  progress(message: string): void;
}

/** A call that worked. */
export interface ToolSuccess {
  /** Tells success from failure. */
  readonly ok: true;
  /** What `content[0].text` carries. */
  readonly text: string;
  /** What `structuredContent` carries. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** The work goes on; for a client that accepts that instead of a result. */
  readonly task?: StartedTask;
}

/** Work that goes on after the call. */
export interface StartedTask {
  /** What to ask for it with. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/**
 * A call that failed in a way that its user can act on. A defect is thrown
 * instead, and answered with a JSON-RPC internal error.
 */
export interface ToolFailure {
  /** Tells failure from success. */
  readonly ok: false;
  /** What `content[0].text` carries, as JSON, beside `isError: true`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The same failure as a JSON-RPC error (`server.tool_errors: jsonrpc`). */
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** What a call comes to. */
export type ToolOutcome = ToolSuccess | ToolFailure;

/** A tool: its definition and the work. */
export interface Tool<I extends ObjectSchema = ObjectSchema> {
  /** What `tools/list` tells of it. */
  readonly definition: ToolDefinition<I>;
  /** Runs with arguments that `definition.inputSchema` has accepted. */
  call(args: Static<I>, context: ToolContext): Promise<ToolOutcome>;
  /** Puts rejected arguments in the error shape of the tool's group. */
  reject(issues: readonly Issue[]): ToolFailure;
}

/** How far a piece of work has come. */
export type TaskState =
  & {
    /** Milliseconds since the epoch. */
    readonly createdAt: number;
  }
  & (
    | { readonly status: "working" | "cancelled" }
    | { readonly status: "completed"; readonly outcome: ToolOutcome }
  );

/** Where the work of a server's tools can be asked after. */
export interface TaskSource {
  /** The state of a piece of work; `undefined` for an unknown id. */
  get(id: string, context: ToolContext): Promise<TaskState | undefined>;
  /** Stops a piece of work, if it still runs; `false` for an unknown id. */
  cancel(id: string, context: ToolContext): Promise<boolean>;
}

/** What a group of tools is made from, once per server. */
export interface ToolEnvironment {
  /** Settings. */
  readonly config: Config;
  /** The machine. */
  readonly runtime: Runtime;
  /** The log. */
  readonly log: Logger;
  /**
   * Opens what finds sections of manuals.
   * @default {an index in this process}
   */
  readonly openEngine?: OpenEngine;
}
