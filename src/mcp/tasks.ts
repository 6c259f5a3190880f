/**
 * The extension for tasks of the modern era, over whatever the tools leave
 * running: nothing is kept here, so that any process can answer for any id.
 *
 * @module
 */
import { ErrorCode, type Params, ProtocolError } from "../jsonrpc/messages.ts";
import { isObject } from "../schema/value.ts";
import { cut, show } from "../text/show.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { StartedTask, TaskState, ToolContext } from "../tools/tool.ts";
import { toCallToolResult } from "./call_tool.ts";
import { clientCapabilities, inEra } from "./eras.ts";
import type { CreateTaskResult, Task } from "./protocol.ts";

/** The name of the extension. */
export const TASKS = "io.modelcontextprotocol/tasks";

/** The error code for a client that lacks a capability. */
export const MISSING_CAPABILITY = -32021;

// As long as OpenAI keeps responses.
const TTL_MS = 30 * 24 * 60 * 60 * 1000;
const POLL_INTERVAL_MS = 5_000;
// Longer than any id.
const MAX_ID = 256;

/** The methods of the extension. */
export const TASK_METHODS = [
  "tasks/get",
  "tasks/update",
  "tasks/cancel",
] as const;

/** Tells whether the client of a modern request takes tasks for results. */
export function acceptsTasks(params: Params | undefined): boolean {
  const { extensions } = clientCapabilities(params);
  return isObject(extensions) && isObject(extensions[TASKS]);
}

/** The answer to a call whose work goes on. */
export function createTaskResult(
  { id, createdAt }: StartedTask,
): CreateTaskResult {
  const at = new Date(createdAt).toISOString();
  return { resultType: "task", ...taskOf(id, "working", at, at) };
}

function taskOf(
  taskId: string,
  status: TaskState["status"],
  createdAt: string,
  lastUpdatedAt: string,
): Task {
  return {
    taskId,
    status,
    createdAt,
    lastUpdatedAt,
    ttlMs: TTL_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
  };
}

/** What answering a method of tasks uses. */
export interface TaskOptions extends ToolContext {
  readonly registry: ToolRegistry;
  readonly toolErrors: "result" | "jsonrpc";
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Answers `tasks/get`, `tasks/update` and `tasks/cancel`. */
export async function callTaskMethod(
  method: string,
  params: Params | undefined,
  options: TaskOptions,
): Promise<object> {
  if (!acceptsTasks(params)) {
    throw new ProtocolError(
      MISSING_CAPABILITY,
      `Missing client capability: declare ${TASKS} in extensions of the request's client capabilities`,
      { requiredCapabilities: { extensions: { [TASKS]: {} } } },
    );
  }
  const id = params?.taskId;
  if (typeof id !== "string") {
    throw new ProtocolError(
      ErrorCode.InvalidParams,
      `Invalid params: taskId is ${show(id)}, wanted the id of a task`,
      { field: "taskId" },
    );
  }
  const { tasks } = options.registry;
  if (method === "tasks/cancel") {
    if (!await tasks?.cancel(id, options)) throw unknownTask(id);
    return {};
  }
  const state = await tasks?.get(id, options);
  if (!state) throw unknownTask(id);
  // No task of ours asks anything, so there is nothing to update.
  return method === "tasks/update" ? {} : describe(id, state, options);
}

function describe(id: string, state: TaskState, options: TaskOptions): object {
  const createdAt = new Date(state.createdAt).toISOString();
  const now = new Date(options.now).toISOString();
  const task = taskOf(id, state.status, createdAt, now);
  if (state.status !== "completed") return task;
  try {
    const result = toCallToolResult(state.outcome, options.toolErrors);
    return { ...task, result: inEra("modern", result) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { ...task, status: "failed", error: error.toJSON() };
  }
}

function unknownTask(id: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidParams,
    `Unknown task: ${
      cut(id, MAX_ID).toWellFormed()
    } does not exist, or has expired; call the tool again`,
    { field: "taskId" },
  );
}
