import fc from "fast-check";
import type { Schema } from "../../src/schema/schema.ts";
import { framed as inFrame, line } from "../../tests/kit/mcp_client.ts";
import type { Launch } from "../../tests/kit/launch.ts";
import type { Message } from "../../tests/kit/message_reader.ts";
import { within } from "../../tests/kit/within.ts";
import { changedJson, changedText } from "./changes.ts";
import { fromSchema, type Pools } from "./from_schema.ts";
import { FuzzedProgram, KEY, MARKER } from "./fuzzed_program.ts";
import { ODD_TEXTS } from "./odd_values.ts";
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
        inputs: programInput(tools),
        check: (input) => check(fuzzed, input),
        [Symbol.asyncDispose]: () => fuzzed[Symbol.asyncDispose](),
      };
    },
  };
}

function programInput(
  tools: readonly { name: string; inputSchema: Schema }[],
): fc.Arbitrary<ProgramInput> {
  const framed = fc.boolean();
  const toolCall = fc.oneof(...tools.map(({ name, inputSchema }) =>
    fc.record({
      method: fc.constant("tools/call"),
      params: changedJson(fc.record({
        name: fc.constant(name),
        arguments: fromSchema(inputSchema, TEXTS, POOLS),
      })),
      framed,
    })
  ));
  const method = fc.constantFrom(...METHODS);
  const plainCall = fc.record({ method, params: fc.constant({}), framed });
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    { weight: 4, arbitrary: toolCall },
    plainCall,
    noise,
  );
  const harm = fc.record({
    at: fc.nat(999).map((part) => part / 1000),
    xor: fc.integer({ min: 1, max: 255 }),
  });
  return fc.record({
    pieces: fc.array(piece, { minLength: 1, maxLength: 12 }),
    cut: fc.constantFrom(100_000, 1000, 100, 7),
    harm: fc.oneof({ weight: 39, arbitrary: fc.constant(undefined) }, harm),
  });
}

/** A line that opens like a message and is none. */
const noise = changedText(fc.constantFrom(...ODD_TEXTS), 1).map((text) => ({
  noise: `{${text.replace(/[\n\r]/g, " ").toWellFormed()}\u0001`,
}));

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
