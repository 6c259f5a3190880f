import { type McpClient, PATIENCE_MS } from "../../tests/kit/mcp_client.ts";
import type { ReceivedRequest } from "../../tests/kit/fake_openai/mod.ts";
import { QUESTION } from "../faults/expect.ts";
import { begin, type Turn } from "./turn.ts";

/** How long a call waits for its answer, at least, before it is told its id. */
export const ANSWER_WITHIN_MS = 1000;

/** The settings with which one of the tools answers in the background. */
export const BACKGROUND_ENV: Readonly<Record<string, string>> = {
  ORMCP_MODEL_PROFILES_ANSWER_DETAILED_BACKGROUND: "always",
  ORMCP_REQUEST_ANSWER_WITHIN_MS: String(ANSWER_WITHIN_MS),
};

/** Asks for what takes a while, on a connection that may break meanwhile. */
export async function askLong({ peer, api, random }: Turn): Promise<void> {
  const events = 1 + random(4);
  api.next({
    paused: 4,
    // Now and then longer than its call waits.
    lastsMs: random(3) > 0 ? random(200) : ANSWER_WITHIN_MS + random(200),
    ...random(2) > 0 && { fault: { kind: "cut", events } },
  });
  const { data } = await peer.call("answer_detailed", QUESTION);
  await collect(peer, data);
}

/** Gives up waiting, finds the answer in the list, and waits for it there. */
export async function leaveLong(turn: Turn): Promise<void> {
  const { peer, api, random } = turn;
  api.next({ paused: 4, lastsMs: random(ANSWER_WITHIN_MS) });
  await begin(turn, "answer_detailed", QUESTION, "Request timed out");
  const { data: { items } } = await peer.call("answer_result", {});
  // A server without a list has none.
  if (Array.isArray(items)) await collect(peer, items[0]);
}

/** Asks until there is an answer, or is none. */
async function collect(
  peer: McpClient,
  begun: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  const { response_id } = begun ?? {};
  const end = performance.now() + PATIENCE_MS;
  for (let found = begun; found?.status === "in_progress";) {
    if (performance.now() > end) throw new Error(`${response_id}: no end`);
    found = (await peer.call("answer_result", { response_id })).data;
  }
}

/** What became of answers in the background, as the API saw it. */
export class LongAnswers {
  readonly #counts = { asked: 0, "taken up": 0, cancelled: 0 };

  /** Takes note of what the API was asked. */
  count(requests: readonly ReceivedRequest[]): void {
    const counts = this.#counts;
    for (const { method, path, body } of requests) {
      if (method === "GET") counts["taken up"]++;
      else if (path.endsWith("/cancel")) counts.cancelled++;
      else if (body.background === true) counts.asked++;
    }
  }

  /** What never happened, and should have. */
  get missing(): string[] {
    return Object.entries(this.#counts).filter(([, count]) => count === 0)
      .map(([what]) => `No answer in the background was ${what}`);
  }

  toString(): string {
    const counts = Object.entries(this.#counts)
      .map(([what, count]) => `${count} ${what}`);
    return `in the background: ${counts.join(", ")}`;
  }
}
