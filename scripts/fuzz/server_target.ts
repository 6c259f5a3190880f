import { isObject } from "../../src/schema/value.ts";
import { frame } from "../../tests/kit/bytes.ts";
import { MessageReader } from "../../tests/kit/message_reader.ts";
import { ServerPair } from "../../tests/kit/server_pair.ts";
import {
  failed,
  heldTool,
  said,
  testTool,
} from "../../tests/kit/test_tools.ts";
import type { Message } from "../../tests/kit/server_pair.ts";
import { type Burst, bursts } from "./messages.ts";
import { type Expected, HELD, ServerModel } from "./server_model.ts";
import type { Target, Verdict } from "./target.ts";

/**
 * The dispatcher: real messages, changed and mixed, through a server in memory.
 * Each request gets one answer (none if cancelled), nothing else is written,
 * and the server answers a ping afterwards.
 */
export const serverTarget: Target<readonly Burst[]> = {
  name: "server",
  unit: "messages",
  open: () => ({ inputs: bursts, check: checkBursts }),
};

const TEXT = { type: "string" } as const;
// Answers take milliseconds: one that has not come by then never will.
const LATE_MS = 3000;

/** Sends bursts to a new server and holds its answers against the model. */
async function checkBursts(sent: readonly Burst[]): Promise<Verdict> {
  const held = heldTool(HELD);
  const pair = new ServerPair({
    tools: {
      tools: [
        held.tool,
        testTool("echo", ({ text }) => said(String(text)), {
          type: "object",
          properties: { text: TEXT },
          required: ["text"],
        }),
        testTool("fails", () => failed({ reason: "always" })),
        testTool("talks", (_args, { progress }) => {
          for (const word of ["one", "two", "three"]) progress(word);
          return said("done");
        }),
      ],
    },
  });
  const model = new ServerModel();
  const messages: Message[] = [];
  let units = 0;
  let problem: string | undefined;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, LATE_MS, undefined);
  const expect = async (wanted: readonly Expected[]): Promise<void> => {
    problem ??= await collect(pair, wanted, { messages, late });
  };
  for (const { texts, framed } of sent) {
    if (texts.length === 0) continue;
    units += texts.length;
    // A frame without JSON would make the decoder search for the next header.
    const inFrame = (text: string): boolean => framed && isJson(text);
    await pair.raw(
      texts.map((t) => inFrame(t) ? frame(t) : `${t}\n`).join(""),
    );
    await expect(model.burst(texts));
  }
  if (sent.some(({ texts }) => texts.join().includes(HELD))) {
    // Lets the last call reach its tool; a cancelled one runs on there.
    await new Promise<void>((resolve) => setTimeout(resolve));
    held.release();
    await expect(model.release());
  }
  await pair.send({ jsonrpc: "2.0", id: "last", method: "ping" });
  await expect([{ id: "last" }]);
  clearTimeout(timer);
  // After a failure there may be nothing to wait for.
  const rest = problem === undefined ? await pair.finish() : [];
  if (rest.length > 0) problem ??= `then came ${JSON.stringify(rest)}`;
  problem ??= strayBytes(pair.output) ?? internalError(pair) ??
    disorder(messages);
  return { units, problem };
}

/** Waits for the answers that must come; anything else is a problem. */
async function collect(
  pair: ServerPair,
  wanted: readonly Expected[],
  { messages, late }: { messages: Message[]; late: Promise<undefined> },
): Promise<string | undefined> {
  const missing = [...wanted];
  while (missing.length > 0) {
    const next = await Promise.race([pair.next(), late]);
    if (next === undefined) return `no answer to ${JSON.stringify(missing)}`;
    const answers: unknown[] = Array.isArray(next) ? next : [next];
    for (const answer of answers as Message[]) {
      messages.push(answer);
      if (answer.method !== undefined) continue;
      const withCode = (wantedCode: number | undefined): number =>
        missing.findIndex(({ id, code }) =>
          id === answer.id && code === wantedCode
        );
      const certain = answer.error ? withCode(answer.error.code) : -1;
      const at = certain >= 0 ? certain : withCode(undefined);
      const text = JSON.stringify(answer);
      if (at < 0) return `unexpected ${text}, not ${JSON.stringify(missing)}`;
      if (!wellFormed(answer)) return `not a JSON-RPC answer: ${text}`;
      missing.splice(at, 1);
    }
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** A JSON-RPC answer: a result or an error, never both. */
export function wellFormed(answer: Message): boolean {
  const { jsonrpc, result, error } = answer;
  if (jsonrpc !== "2.0" || (result === undefined) === (error === undefined)) {
    return false;
  }
  return error === undefined
    ? isObject(result)
    : Number.isInteger(error.code) && error.message.length > 0;
}

/** Everything written must be a frame or a line of JSON, to the byte. */
function strayBytes(output: string): string | undefined {
  const reader = new MessageReader();
  reader.read(new TextEncoder().encode(output));
  return reader.held === 0 ? undefined : `${reader.held} bytes of no message`;
}

function internalError({ output, stderr }: ServerPair): string | undefined {
  return output.includes('"code":-32603')
    ? `internal error: ${stderr.join("")}`
    : undefined;
}

/** Progress must grow for a token, and only its own call may report it. */
function disorder(messages: readonly Message[]): string | undefined {
  const last = new Map<unknown, number>();
  for (const { method, params } of messages) {
    if (method === undefined) continue;
    const { progressToken: token, progress } = params ?? {};
    if (method !== "notifications/progress" || typeof progress !== "number") {
      return `unexpected ${method} ${JSON.stringify(params)}`;
    }
    const before = last.get(token) ?? 0;
    // A token may be used again by a later call, which starts from one.
    if (progress <= before && progress !== 1) return `progress of ${token}`;
    last.set(token, progress);
  }
  return undefined;
}
