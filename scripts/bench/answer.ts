/**
 * What our tool adds to a question: the same request through the tool and
 * through the `openai` SDK alone, turn by turn, against the fake API.
 *
 * @module
 */
import { startFakeOpenAI } from "../../tests/kit/fake_openai/mod.ts";
import {
  type AnswerOptions,
  type AnswerTimes,
  answerTimes,
} from "./answer_times.ts";
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
  const rounds = quick ? 5 : 300;
  const asked = async (): Promise<AnswerOptions> => {
    const state = await Deno.makeTempDir();
    return { baseUrl: api.baseUrl, stream, rounds, state };
  };
  const [onDeno, onNode] = [await asked(), await asked()];
  progress(`answers: ${kind}`);
  const rows = rowsOf(await answerTimes(onDeno), stream, kind);
  progress(`answers: ${kind}, node`);
  const times = await measureOnNode(TIMES, answerTimes, onNode);
  if (times) rows.push(...rowsOf(times, stream, `${kind}, node`));
  for (const { state } of [onDeno, onNode]) {
    await Deno.remove(state, { recursive: true });
  }
  return rows;
}

function rowsOf(times: AnswerTimes, stream: boolean, kind: string): Row[] {
  const names = {
    direct: `openai SDK alone, ${kind}`,
    once: `openai SDK alone, a connection each, ${kind}`,
    tool: `answer, ${kind}`,
    background: `answer in the background, ${kind}`,
  };
  const rows: Rows = new Map();
  const add = (way: keyof typeof names, note?: string): void => {
    const name = names[way];
    const figures = summary(times[way]);
    rows.set(name, { name, unit: "ms", ...figures, ...note && { note } });
  };
  add("direct");
  add("once");
  const added = summary(times.tool).value - summary(times.direct).value;
  add("tool", `adds ${added.toFixed(2)} ms; one call at a time on loopback`);
  if (times.background.length > 0) {
    const { listed } = times;
    add(
      "background",
      `noted in a list of up to ${listed} when it begins and ends`,
    );
  }
  compare(rows, names.once, names.direct);
  compare(rows, names.tool, names.direct, stream ? "≤ 1.25" : "≤ 1.35");
  compare(rows, names.background, names.tool);
  return [...rows.values()];
}
