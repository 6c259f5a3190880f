import assert from "node:assert/strict";
import type { McpClient, Outcome } from "../../tests/kit/mcp_client.ts";

/** The question that scenarios ask when it does not matter. */
export const QUESTION = { query: "What is HTTP 404?" } as const;

/** Asks, and demands a failure for that reason, in words that help. */
export async function expectFailure(
  program: McpClient,
  reason: string,
  words: RegExp,
): Promise<Outcome> {
  const outcome = await program.call("answer", QUESTION);
  assertFailure(outcome, reason, words);
  return outcome;
}

/** Demands a failure for that reason, in words that help. */
export function assertFailure(
  outcome: Outcome,
  reason: string,
  words: RegExp,
): void {
  assert.equal(outcome.failed, true, `Answered: ${JSON.stringify(outcome)}`);
  assert.equal(outcome.reason, reason, JSON.stringify(outcome.data));
  assert.match(outcome.message ?? "", words);
}

/** Demands that the server still works: it pings, and it answers. */
export async function expectAnswer(program: McpClient): Promise<void> {
  const pong = await program.request("ping");
  assert.deepEqual(pong.result, {});
  const outcome = await program.call("answer", QUESTION);
  assert.equal(outcome.failed, false, JSON.stringify(outcome.data));
  assert.match(String(outcome.data.answer), /404/);
}
