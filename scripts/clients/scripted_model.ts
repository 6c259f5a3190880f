import {
  type ChatCompletionRequest,
  type FixtureResponse,
  LLMock,
} from "@copilotkit/aimock";
import { flattenNamespaces } from "./namespaces.ts";

/** A tool that the model calls, and its arguments. */
export type Step = readonly [tool: string, args: Record<string, unknown>];

/** The results of the steps that reached the model, by the name of the tool. */
export type Results = ReadonlyMap<string, string>;

/** A model on loopback that calls tools in a fixed order, whatever it is asked. */
export interface ScriptedModel extends AsyncDisposable {
  /** Speaks the APIs of Anthropic, Google and OpenAI. */
  readonly url: string;
  /** What the last request told it of its steps. */
  results(): Results;
  /** Tells whether it was told this, wherever. */
  heard(words: string): boolean;
}

/** Starts a model that takes these steps, then says that it is done. */
export async function startScriptedModel(
  steps: readonly Step[],
): Promise<ScriptedModel> {
  let last: ChatCompletionRequest | undefined;
  const mock = new LLMock({ port: 0, host: "127.0.0.1" });
  mock.addFixture({
    match: { predicate: () => true },
    response: (request) => {
      // Clients also ask for a title and the like, without tools.
      if (!request.tools?.length) return { content: "A check" };
      last = request;
      return nextTurn(request, steps);
    },
  });
  await mock.start();
  const flat = flattenNamespaces(mock.url);
  return {
    url: flat.url,
    results: () => resultsIn(last, steps),
    heard: (words) => flat.said(words),
    async [Symbol.asyncDispose](): Promise<void> {
      await flat[Symbol.asyncDispose]();
      await mock.stop();
    },
  };
}

function nextTurn(
  request: ChatCompletionRequest,
  steps: readonly Step[],
): FixtureResponse {
  const called = callsIn(request).map(({ name }) => name);
  const next = steps.find(([tool]) => !called.some((name) => is(name, tool)));
  if (next === undefined) return { content: "Done." };
  const [tool, args] = next;
  const offered = request.tools?.map((one) => one.function.name) ?? [];
  const name = offered.find((one) => is(one, tool));
  if (name !== undefined) return call(name, args);
  // Claude Code offers tools only after they were searched for.
  if (offered.includes("ToolSearch") && !called.includes("ToolSearch")) {
    const query = steps.map(([one]) => one).join(" ");
    return call("ToolSearch", { query, max_results: 10 });
  }
  return { content: `There is no tool ${tool}.` };
}

function call(name: string, args: Record<string, unknown>): FixtureResponse {
  return { toolCalls: [{ name, arguments: JSON.stringify(args) }] };
}

/** Clients put names of their own before the tool's. */
function is(name: string, tool: string): boolean {
  return name === tool || new RegExp(`[_.]${tool}$`).test(name) &&
      !name.endsWith(`manual_${tool}`);
}

function callsIn(
  { messages }: ChatCompletionRequest,
): { id: string; name: string }[] {
  return messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.map(({ id, function: { name } }) => ({ id, name }))
  );
}

function resultsIn(
  request: ChatCompletionRequest | undefined,
  steps: readonly Step[],
): Results {
  const results = new Map<string, string>();
  if (request === undefined) return results;
  const calls = callsIn(request);
  for (const { role, content, tool_call_id } of request.messages) {
    const name = calls.find(({ id }) => id === tool_call_id)?.name ?? "";
    const step = steps.find(([tool]) => is(name, tool));
    if (role !== "tool" || !step) continue;
    const text = typeof content === "string"
      ? content
      : content?.map((part) => part.text ?? "").join("");
    results.set(step[0], text ?? "");
  }
  return results;
}
