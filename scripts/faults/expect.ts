import assert from "node:assert/strict";
import {
  line,
  type McpClient,
  type Outcome,
  PATIENCE_MS,
} from "../../tests/kit/mcp_client.ts";
import type { Program } from "../../tests/kit/program.ts";
import { within } from "../../tests/kit/within.ts";

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

/** Sends pings, a hundred at once, so many times, and reads the answers. */
export async function pingMuch(
  program: McpClient,
  rounds: number,
): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    const answers = await program.burst(100, () => ({ method: "ping" }));
    await within(PATIENCE_MS, "answers", Promise.all(answers));
  }
}

/**
 * Stops listening to a server for good, and demands that it ends for it. Only a
 * server that has something to say can notice: pings see to that, however much
 * of its work it had done before.
 */
export async function expectBrokenPipe(program: Program): Promise<void> {
  await program.breakOutput();
  const ping = line({ method: "ping", id: "unread" });
  const write = (): void => void program.write(ping).catch(() => {});
  const pinging = setInterval(write, 50);
  const { code } = await program.exit().finally(() => clearInterval(pinging));
  assert.equal(code, 1);
}
