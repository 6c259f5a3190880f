import type { Schema } from "../../src/schema/schema.ts";
import { framed as inFrame, line } from "../../tests/kit/mcp_client.ts";
import type { Launch } from "../../tests/kit/launch.ts";
import type { Message } from "../../tests/kit/message_reader.ts";
import { within } from "../../tests/kit/within.ts";
import { makeFromSchema, type Pools } from "./make_from_schema.ts";
import { mutateJson, mutateText, ODD_TEXTS } from "./mutate.ts";
import { FuzzedProgram, KEY, MARKER } from "./fuzzed_program.ts";
import type { Random } from "./random.ts";
import { smallerJson, smallerList } from "./shrink.ts";
import type { OpenTarget, Target, Verdict } from "./target.ts";

/** A request or a notification. */
interface Call {
  readonly method: string;
  readonly params: unknown;
  readonly framed: boolean;
}

/** What is written: a call, or a line that is no message. */
type Piece = Call | { readonly noise: string };

/** What a client writes at once, and what befell the index before. */
export interface ProgramInput {
  readonly pieces: readonly Piece[];
  /** Characters in one write. */
  readonly cut: number;
  /** Starts the program anew on an index with this harm. */
  readonly harm?: { readonly at: number; readonly xor: number } | undefined;
}

const METHODS = [
  "ping",
  "tools/list",
  "initialize",
  "no/such",
  "toString",
  "notifications/initialized",
  "notifications/cancelled",
];
const TEXTS = [
  "guide",
  "page1.md",
  "page3",
  "reset",
  "linked.md",
  "linked",
  "返品",
];
const POOLS: Pools = {
  manual_id: ["guide"],
  path: ["page1.md", "page3.md", "linked.md"],
  query: ["page3", "reset"],
  required_terms: ["page3", "reset"],
};
// Below the limit after which runTarget() takes a case for a hang.
const LATE_MS = 15_000;

/**
 * The real program behind real pipes, with calls of every tool: it answers each
 * request once and each noise with an error, writes nothing else, shows nothing
 * from outside the manuals, and finds the same whatever befell its index.
 *
 * One process lives through many cases, so that a finding may need those before
 * it too; after one it is started anew.
 */
export function programTarget(
  name: string,
  launch: (dir: string) => Promise<Launch | string>,
): Target<ProgramInput> {
  return {
    name,
    unit: "requests",
    async open(): Promise<OpenTarget<ProgramInput> | string> {
      const fuzzed = await FuzzedProgram.open(launch);
      if (typeof fuzzed === "string") return fuzzed;
      const tools = await fuzzed.tools();
      return {
        make: (random) => makeInput(random, tools),
        check: (input) => check(fuzzed, input),
        *smaller(input) {
          for (const pieces of smallerList(input.pieces)) {
            yield { ...input, pieces };
          }
          for (const [i, piece] of input.pieces.entries()) {
            if ("noise" in piece) continue;
            for (const params of smallerJson(piece.params)) {
              const pieces = input.pieces.with(i, { ...piece, params });
              yield { ...input, pieces };
            }
          }
        },
        show: (input) => JSON.stringify(input),
        [Symbol.asyncDispose]: () => fuzzed[Symbol.asyncDispose](),
      };
    },
  };
}

function makeInput(
  random: Random,
  tools: readonly { name: string; inputSchema: Schema }[],
): ProgramInput {
  const pieces = random.list(random.between(1, 12), (): Piece => {
    if (random.oneIn(6)) return { noise: makeNoise(random) };
    const framed = random.oneIn(3);
    if (random.oneIn(5)) {
      return { method: random.pick(METHODS), params: {}, framed };
    }
    const { name, inputSchema } = random.pick(tools);
    const args = makeFromSchema(random, inputSchema, TEXTS, POOLS);
    let params: unknown = { name, arguments: args };
    for (let i = random.int(4); i > 1; i--) {
      params = mutateJson(random, params);
    }
    return { method: "tools/call", params, framed };
  });
  const harm = { at: random.int(1000) / 1000, xor: random.between(1, 255) };
  return {
    pieces,
    cut: random.pick([7, 100, 1000, 100_000]),
    harm: random.oneIn(40) ? harm : undefined,
  };
}

/** A line that opens like a message and is none. */
function makeNoise(random: Random): string {
  const text = mutateText(random, random.pick(ODD_TEXTS));
  return `{${text.replace(/[\n\r]/g, " ").toWellFormed()}\u0001`;
}

async function check(
  fuzzed: FuzzedProgram,
  { pieces, cut, harm }: ProgramInput,
): Promise<Verdict> {
  let problem = harm && await fuzzed.restart(harm);
  const { program } = fuzzed;
  const answers: Promise<Message>[] = [];
  let noises = 0;
  let text = "";
  for (const piece of [...pieces, LAST]) {
    if ("noise" in piece) {
      noises++;
      text += `${piece.noise}\n`;
      continue;
    }
    const { method, params, framed } = piece;
    const write = framed ? inFrame : line;
    if (method.startsWith("notifications/")) {
      text += write({ method, params });
      continue;
    }
    const id = program.nextId();
    answers.push(program.answerTo(id));
    text += write({ id, method, params });
  }
  try {
    // Between characters: half of one would be written as another.
    const parts = text.matchAll(new RegExp(`[^]{1,${cut}}`, "gu"));
    for (const [part] of parts) await program.write(part);
    const all = await within(LATE_MS, "the answers", Promise.all(answers));
    problem ??= all.map(answerProblem).find((found) => found !== undefined) ??
      noiseProblem(program.nameless, noises) ?? program.violations[0] ??
      fuzzed.leak();
  } catch (error) {
    problem ??= program.violations[0] ??
      `${error}; on stderr: ${program.stderr}`;
  }
  program.forget();
  if (problem !== undefined) await fuzzed.startAnew();
  return { units: answers.length, problem };
}

const LAST: Call = { method: "ping", params: {}, framed: false };

function answerProblem(answer: Message): string | undefined {
  const text = JSON.stringify(answer);
  const { result, error } = answer;
  if ((result === undefined) === (error === undefined)) {
    return `neither a result nor an error, or both: ${text}`;
  }
  if (error?.code === -32603) return `internal error: ${text}`;
  if (text.includes(MARKER)) return `shows what is outside: ${text}`;
  return text.includes(KEY) ? `shows the key: ${text}` : undefined;
}

function noiseProblem(
  nameless: readonly Message[],
  noises: number,
): string | undefined {
  if (nameless.length !== noises) {
    return `${nameless.length} errors for ${noises} lines of noise`;
  }
  const other = nameless.find(({ error }) => error?.code !== -32700);
  return other && `not a parse error: ${JSON.stringify(other)}`;
}
