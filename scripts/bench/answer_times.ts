/**
 * The same question through the tool and through the `openai` SDK alone, on
 * whichever runtime this runs.
 *
 * @module
 */
import OpenAI from "openai";
import { defaultConfig } from "../../src/config/draft.ts";
import { stateDirectory } from "../../src/config/paths.ts";
import { createLogger } from "../../src/log.ts";
import { openLedger } from "../../src/responses/run/ledger.ts";
import type { RequestBody } from "../../src/responses/request/request_body.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Fetch } from "../../src/runtime/runtime.ts";
import { STDIO_CALLER } from "../../src/tools/caller.ts";
import { createAnswerTools } from "../../src/tools/answer/answer.ts";
import { interleave } from "./samples.ts";

const WARM_UP = 30;
const API_MARK = "?utm_source=openai";
const QUERY = "latest release of Deno";
/** As long as a real one: it is looked for in all that is answered. */
const KEY = `sk-proj-${"0123456789abcdef".repeat(10)}`;

/** What is asked, and how often. */
export interface AnswerOptions {
  readonly baseUrl: string;
  readonly stream: boolean;
  readonly rounds: number;
  /** Where the ledger of background answers may lie. */
  readonly state: string;
}

/** Milliseconds of each way to ask. */
export interface AnswerTimes {
  /** The SDK as it comes. */
  readonly direct: readonly number[];
  /** What it takes to send a question once, whatever becomes of a connection. */
  readonly once: readonly number[];
  readonly tool: readonly number[];
  /** The tool with everything in the background; only streamed. */
  readonly background: readonly number[];
  /** How many of those the ledger has in the end. */
  readonly listed: number;
}

/** Asks in turns, each in every way. */
export async function answerTimes(
  options: AnswerOptions,
): Promise<AnswerTimes> {
  const { baseUrl, rounds, stream } = options;
  let body: RequestBody | undefined;
  const seeing: Fetch = (input, init) => {
    body ??= JSON.parse(String(init?.body));
    return runtime.fetch(input, init);
  };
  await toolCaller(options, "never", seeing)();
  if (!body) throw new Error("the tool sent no request");
  const direct = directCaller(baseUrl, body);
  const once = directCaller(baseUrl, body, runtime.fetch);
  const tool = toolCaller(options, "never");
  // Whole, such an answer has to be polled for: its time would be the poll's.
  const background = stream ? [toolCaller(options, "always")] : [];
  for (let i = 0; i < WARM_UP; i++) {
    const [theirs, ...ours] = await Promise.all(
      [direct, tool, ...background].map((ask) => ask()),
    );
    // The tool takes the API's mark off the links, and tells which dates are
    // those of access; nothing else differs.
    const expected = theirs?.replaceAll(API_MARK, "");
    for (const answer of ours) {
      if (theirs === "" || answer.replaceAll("(accessed ", "(") !== expected) {
        throw new Error(`Answered ${answer}, not ${theirs}`);
      }
    }
  }
  const callers = [direct, once, tool, ...background];
  const times = await interleave(callers, rounds, async (ask) => {
    const start = performance.now();
    await ask();
    return performance.now() - start;
  });
  const of = (ask: Ask): readonly number[] => times.get(ask) ?? [];
  const listed = listedIn(options);
  const wanted = background.length * rounds;
  if (listed < wanted) {
    throw new Error(`${listed} of ${wanted} answers are in the ledger`);
  }
  return {
    direct: of(direct),
    once: of(once),
    tool: of(tool),
    background: background.flatMap(of),
    listed,
  };
}

/** The runtime of a user whose files lie where they do no harm. */
function withHome(state: string): typeof runtime {
  const env = (name: string): string | undefined =>
    name === "OPENAI_API_KEY" ? KEY : /HOME$/.test(name) ? state : undefined;
  return { ...runtime, env };
}

/** How many answers ended in the background, by their list. */
function listedIn({ state }: AnswerOptions): number {
  const { clock, files } = runtime;
  const directory = stateDirectory(withHome(state));
  const warn = (line: string): never => {
    throw new Error(line);
  };
  const newest = openLedger({ clock, files, directory, warn }).newest(Infinity);
  return newest?.filter(({ status }) => status === "completed").length ?? 0;
}

/** Asks, and gives the answer's text. */
type Ask = () => Promise<string>;

function toolCaller(
  { baseUrl, stream, state }: AnswerOptions,
  background: "always" | "never",
  fetch: Fetch = runtime.fetch,
): Ask {
  const defaults = defaultConfig();
  const [tool] = createAnswerTools({
    config: {
      ...defaults,
      openai: { ...defaults.openai, base_url: baseUrl },
      responses: { ...defaults.responses, stream, background },
    },
    runtime: { ...withHome(state), fetch },
    log: createLogger(runtime),
  });
  return async () => {
    const { signal } = new AbortController();
    const context = { signal, caller: STDIO_CALLER, progress() {} };
    const outcome = await tool?.call({ query: QUERY }, context);
    if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
    return String(outcome.structured?.answer);
  };
}

/** The smallest correct program: read the stream, take the final response. */
function directCaller(
  baseURL: string,
  body: RequestBody & { stream?: boolean },
  fetch: Fetch = globalThis.fetch,
): Ask {
  const client = new OpenAI({ apiKey: KEY, baseURL, fetch, maxRetries: 0 });
  const fields = body as OpenAI.Responses.ResponseCreateParams;
  return async () => {
    let text = "";
    if (body.stream) {
      const request = { ...fields, stream: true } as const;
      for await (const event of await client.responses.create(request)) {
        if (event.type === "response.output_text.delta") text += event.delta;
      }
    } else {
      const request = { ...fields, stream: false } as const;
      text = (await client.responses.create(request)).output_text;
    }
    return text;
  };
}
