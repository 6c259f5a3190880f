/**
 * What our tool adds to a question: the same request through the tool and
 * through the `openai` SDK alone, turn by turn, against the stand-in.
 *
 * @module
 */
import OpenAI from "openai";
import { defaultConfig } from "../../src/config/draft.ts";
import { createLogger } from "../../src/log.ts";
import type { RequestBody } from "../../src/responses/request_body.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { createAnswerTools } from "../../src/tools/answer.ts";
import { startStandIn } from "../stand_in/mod.ts";

/** Medians in milliseconds, and how they compare. */
export interface AnswerOverhead {
  readonly direct: number;
  readonly tool: number;
  /** What the tool adds, in milliseconds. */
  readonly added: number;
  /** The tool's time over the SDK's. */
  readonly ratio: number;
}

const WARM_UP = 30;
const QUERY = "latest release of Deno";

/** Measures streamed or whole answers, one call at a time. */
export async function benchAnswer(
  stream: boolean,
  rounds = 300,
): Promise<AnswerOverhead> {
  await using api = startStandIn();
  const askTool = toolCaller(api.baseUrl, stream);
  await askTool();
  const body = api.requests[0]?.body;
  if (!body) throw new Error("the tool sent no request");
  const askDirectly = directCaller(api.baseUrl, body);
  const direct: number[] = [];
  const tool: number[] = [];
  for (let i = 0; i < WARM_UP + rounds; i++) {
    // Turn by turn, each first half of the time: noise hits both alike.
    const pairs = [
      [direct, askDirectly],
      [tool, askTool],
    ] as const;
    for (const [times, ask] of i % 2 === 0 ? pairs : pairs.toReversed()) {
      const start = performance.now();
      await ask();
      if (i >= WARM_UP) times.push(performance.now() - start);
    }
  }
  const [d, t] = [median(direct), median(tool)];
  return { direct: d, tool: t, added: t - d, ratio: t / d };
}

function toolCaller(baseUrl: string, stream: boolean): () => Promise<void> {
  const defaults = defaultConfig();
  const [tool] = createAnswerTools({
    config: {
      ...defaults,
      openai: { ...defaults.openai, base_url: baseUrl },
      responses: { ...defaults.responses, stream },
    },
    runtime: { ...runtime, env: () => "sk-bench-key" },
    log: createLogger(runtime),
  });
  return async () => {
    const { signal } = new AbortController();
    const context = { signal, progress: (): void => {} };
    const outcome = await tool?.call({ query: QUERY }, context);
    if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
  };
}

/** The smallest correct program: read the stream, take the final response. */
function directCaller(
  baseURL: string,
  body: RequestBody & { stream?: boolean },
): () => Promise<void> {
  const apiKey = "sk-bench-key";
  const client = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
  return async () => {
    let text = "";
    if (body.stream) {
      const request = { ...body, stream: true } as const;
      for await (const event of await client.responses.create(request)) {
        if (event.type === "response.output_text.delta") text += event.delta;
      }
    } else {
      const request = { ...body, stream: false } as const;
      text = (await client.responses.create(request)).output_text;
    }
    if (text === "") throw new Error("no answer");
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

if (import.meta.main) {
  for (const stream of [true, false]) {
    const { direct, tool, added, ratio } = await benchAnswer(stream);
    const kind = stream ? "streamed" : "whole";
    runtime.writeStdout(
      `answer ${kind}: SDK ${direct.toFixed(2)} ms, tool ${
        tool.toFixed(2)
      } ms, +${added.toFixed(2)} ms, ${ratio.toFixed(2)} x\n`,
    );
  }
}
