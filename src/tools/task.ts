/**
 * Work that goes on elsewhere after a call was answered: the client asks for
 * its result by an id, of this server or of another.
 *
 * @module
 */
import type { ToolContext, ToolOutcome } from "./tool.ts";

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
