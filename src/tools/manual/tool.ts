import type { ObjectSchema } from "../../schema/schema.ts";
import { manualRejection } from "./outcome.ts";
import type { Tool, ToolDefinition } from "../tool.ts";

/** What is particular to one manual tool. */
export type ManualDefinition<I extends ObjectSchema> =
  & Pick<
    ToolDefinition<I>,
    "name" | "title" | "description" | "inputSchema" | "outputSchema"
  >
  & {
    /**
     * The same call again does the same.
     * @default {true}
     */
    readonly idempotent?: boolean;
  };

/** Completes a manual tool: all of them read local files and nothing else. */
export function manualTool<I extends ObjectSchema>(
  { idempotent = true, ...definition }: ManualDefinition<I>,
  call: Tool<I>["call"],
): Tool<I> {
  return {
    definition: {
      ...definition,
      group: "manual",
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: idempotent,
        openWorldHint: false,
      },
      integerStrings: true,
    },
    call,
    reject: (issues) => manualRejection(definition.name, issues),
  };
}
