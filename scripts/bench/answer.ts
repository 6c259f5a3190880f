/**
 * What our tool adds to a question: the same request through the tool and
 * through the `openai` SDK alone, turn by turn, against the fake API.
 *
 * @module
 */
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import { type AnswerTimes, answerTimes } from "./answer_times.ts";
import { compare, type Rows } from "./compare.ts";
import { measureOnNode } from "./on_node.ts";
import type { BenchOptions, Row } from "./row.ts";
import { summary } from "./samples.ts";

const TIMES = new URL("./answer_times.ts", import.meta.url);

/** What the tool adds to a call, streamed (the default) and whole. */
export async function answer(options: BenchOptions): Promise<Row[]> {
  return [...await measure(true, options), ...await measure(false, options)];
}

async function measure(
  stream: boolean,
  { quick, progress }: BenchOptions,
): Promise<Row[]> {
  const kind = stream ? "streamed" : "whole";
  await using api = startFakeOpenAI();
  const state = await Deno.makeTempDir();
  const rounds = quick ? 5 : 300;
  const asked = { baseUrl: api.baseUrl, stream, rounds, state };
  progress(`answers: ${kind}`);
  const onDeno = await answerTimes(asked);
  progress(`answers: ${kind}, node`);
  const onNode = await measureOnNode(TIMES, answerTimes, asked);
  await Deno.remove(state, { recursive: true });
  return [
    ...rowsOf(onDeno, stream, kind),
    ...onNode ? rowsOf(onNode, stream, `${kind}, node`) : [],
  ];
}

function rowsOf(times: AnswerTimes, stream: boolean, kind: string): Row[] {
  const names = {
    direct: `openai SDK alone, ${kind}`,
    once: `openai SDK alone, a connection each, ${kind}`,
    tool: `answer, ${kind}`,
    background: `answer in the background, ${kind}`,
  };
  const rows: Rows = new Map();
  const add = (way: keyof AnswerTimes, note?: string): void => {
    const name = names[way];
    const figures = summary(times[way]);
    rows.set(name, { name, unit: "ms", ...figures, ...note && { note } });
  };
  add("direct");
  add("once");
  const added = summary(times.tool).value - summary(times.direct).value;
  add("tool", `adds ${added.toFixed(2)} ms; one call at a time on loopback`);
  add("background", "its id is written to the ledger, and its end");
  compare(rows, names.once, names.direct);
  compare(rows, names.tool, names.direct, stream ? "≤ 1.25" : "≤ 1.35");
  compare(rows, names.background, names.tool);
  return [...rows.values()];
}
