import type { ObjectSchema, Static } from "../../schema/schema.ts";
import { defineTool, success, type ToolSpec } from "../define_tool.ts";
import type { Tool, ToolContext } from "../tool.ts";
import { MANUAL_ERRORS } from "./manual_errors.ts";

/** What is particular to one manual tool. */
export type ManualToolSpec<I extends ObjectSchema> =
  & Pick<ToolSpec<I>, "name" | "title" | "description" | "input">
  & {
    readonly output: ObjectSchema;
    /**
     * The tools that it belongs with.
     * @default {"manual"}
     */
    readonly group?: "manual" | "connector";
    /**
     * The same call again does the same.
     * @default {true}
     */
    readonly idempotent?: boolean;
    /** Gives the result, or throws what {@linkcode MANUAL_ERRORS} words. */
    run(args: Static<I>, context: ToolContext): Promise<object>;
  };

/** Completes a manual tool: all of them read local files and nothing else. */
export function defineManualTool<const I extends ObjectSchema>(
  { idempotent = true, group = "manual", ...spec }: ManualToolSpec<I>,
): Tool<I> {
  return defineTool({
    ...spec,
    group,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: idempotent,
      openWorldHint: false,
    },
    integerStrings: true,
    errors: MANUAL_ERRORS,
    run: async (args, context) => success(await spec.run(args, context)),
  });
}
