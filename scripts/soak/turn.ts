import {
  line,
  type McpClient,
  type Outcome,
} from "../../tests/kit/mcp_client.ts";
import type { FakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { pause } from "../../tests/kit/within.ts";

/** A load on one server. */
export interface LoadOptions {
  /** Who asks it: callers share them evenly. */
  readonly peers: readonly McpClient[];
  readonly api: FakeOpenAI;
  /** The root of the manuals. */
  readonly root: string;
  /** How many callers there are at once. */
  readonly callers: number;
  /** Goes on from load to load. */
  readonly inTurn: Turn["inTurn"];
  readonly seed: number;
}

/** What a piece of the load needs. */
export interface Turn {
  readonly peer: McpClient;
  readonly api: FakeOpenAI;
  readonly random: (below: number) => number;
  /** Counts up to that, and begins again. */
  readonly inTurn: (below: number) => number;
}

/** Begins to count. */
export function countInTurn(): Turn["inTurn"] {
  let count = 0;
  return (below) => count++ % below;
}

/** Waits for a call that may not fail. */
export async function ok(
  call: Promise<Outcome>,
  what: string,
): Promise<Outcome> {
  const outcome = await call;
  if (!outcome.failed) return outcome;
  throw new Error(`${what} failed: ${JSON.stringify(outcome.data)}`);
}

/** Begins a call and cancels it: at once, soon, or after it has ended. */
export async function begin(
  { peer, random }: Turn,
  name: string,
  args: object,
  reason?: string,
): Promise<void> {
  const id = peer.nextId();
  const _meta = { progressToken: id };
  const params = { name, arguments: args, _meta };
  peer.answerTo(id);
  await peer.write(line({ id, method: "tools/call", params }));
  if (random(3) > 0) await pause(random(30));
  if (reason !== undefined) {
    const notice = { requestId: id, reason };
    await peer.notify("notifications/cancelled", notice);
  }
  await peer.cancel(id);
  peer.progress.delete(id);
}
