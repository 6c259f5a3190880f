import type { ObjectSchema } from "../../src/schema/schema.ts";
import { defineTool } from "../../src/tools/define_tool.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../src/tools/tool.ts";

/** Makes a tool of a function, for tests of the server. */
export function testTool(
  name: string,
  run: (
    args: Record<string, unknown>,
    context: ToolContext,
  ) => Promise<ToolOutcome> | ToolOutcome,
  input: ObjectSchema = {
    type: "object",
    properties: {},
    additionalProperties: false,
  },
): Tool {
  return defineTool({
    name,
    title: name,
    description: `Test tool ${name}`,
    group: "test",
    input,
    annotations: { readOnlyHint: true },
    errors: { rejected: (_tool, issues) => failed({ issues: [...issues] }) },
    run,
  });
}

/** A success with a text. */
export function said(text: string): ToolOutcome {
  return { ok: true, text, structured: { text } };
}

/** A failure in the shape of the answer tools. */
export function failed(data: Record<string, unknown>): ToolOutcome & {
  ok: false;
} {
  const error = { code: -32001, message: "test failed", data };
  return { ok: false, body: error, error };
}

/** A tool that says when it was called and answers when it is told to. */
export function heldTool(name = "held"): {
  tool: Tool;
  /** Resolves with the context at the next call. */
  called(): Promise<ToolContext>;
  /** Answers every call that waits. */
  release(text?: string): void;
} {
  const calls: ToolContext[] = [];
  let onCall: ((context: ToolContext) => void)[] = [];
  let waiting: ((text: string) => void)[] = [];
  const tool = testTool(name, async (_args, context) => {
    const text = new Promise<string>((resolve) => waiting.push(resolve));
    const listener = onCall.shift();
    if (listener) listener(context);
    else calls.push(context);
    return said(await text);
  });
  return {
    tool,
    called() {
      const context = calls.shift();
      if (context) return Promise.resolve(context);
      return new Promise((resolve) => onCall = [...onCall, resolve]);
    },
    release(text = "done") {
      const now = waiting;
      waiting = [];
      for (const resolve of now) resolve(text);
    },
  };
}
