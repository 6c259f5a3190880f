import type { McpClient } from "../../tests/kit/mcp_client.ts";
import { good, say, step, whisper } from "./print.ts";

interface Answer {
  readonly answer: string;
  readonly used_search: boolean;
  readonly citations: readonly unknown[];
  readonly model: string;
  readonly response_id: string;
}

async function ask(
  client: McpClient,
  args: Record<string, unknown>,
): Promise<Answer> {
  const started = performance.now();
  const { failed, data } = await client.call("answer", args);
  if (failed) throw new Error(JSON.stringify(data));
  const answer = data as unknown as Answer;
  const ms = Math.round(performance.now() - started);
  say(answer.answer);
  const searched = answer.used_search ? "searched the web" : "did not search";
  const count = `${answer.citations.length} citations`;
  good(`${answer.model} ${searched}, ${count}, ${ms} ms`);
  return answer;
}

/** A question with sources, and another that follows from its answer. */
export async function showQuestions(client: McpClient): Promise<void> {
  step("Ask: What is the weather in Tokyo today?");
  const first = await ask(client, {
    query: "What is the weather in Tokyo today?",
  });
  step("Follow up: What about an umbrella?");
  whisper(`previous_response_id ${first.response_id}`);
  await ask(client, {
    query: "What about an umbrella?",
    previous_response_id: first.response_id,
  });
}
