import type { McpClient } from "../../tests/kit/mcp_client.ts";
import { say, step, whisper } from "./print.ts";

interface Answer {
  readonly answer: string;
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
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(answer.answer);
  whisper(`(${answer.model}, ${seconds} s)`);
  return answer;
}

/** A question with sources, and another that follows from its answer. */
export async function showQuestions(client: McpClient): Promise<void> {
  const query = "What is the weather in Tokyo today?";
  step(`Ask: ${query}`);
  const { response_id } = await ask(client, { query });
  const next = "Do I need an umbrella?";
  step(`Go on from that answer: ${next}`);
  await ask(client, { query: next, previous_response_id: response_id });
}
