import { MessageDecoderStream } from "../../src/jsonrpc/message_streams.ts";
import { isObject } from "../../src/schema/value.ts";
import { compare, type Rows } from "./compare.ts";
import type { Row } from "./row.ts";
import { interleave, summary } from "./samples.ts";

const ROUNDS = 7;
const MIB = 1024 * 1024;
/** What a read from a pipe gives at most. */
const CHUNK_BYTES = 64 * 1024;

const ENGLISH =
  "The server answers a question from the web with the sources it has read.";
const JAPANESE =
  "このサーバーは、読んだ出典を添えて、ウェブから質問に答えます。";

/** A stream of messages, as texts and as the bytes that carry them. */
interface Load {
  readonly name: string;
  readonly texts: readonly string[];
  /** What comes in: the messages in their frames. */
  readonly bytes: Uint8Array;
  /** Where each message begins and ends in it, in turns. */
  readonly bounds: Uint32Array;
}

/** What takes messages in; gives the sum of their ids, to prove it. */
type Subject = readonly [
  name: string,
  run: (load: Load) => number | Promise<number>,
];

const PARSE = "JSON.parse alone";
const DECODE_PARSE = "TextDecoder and JSON.parse";
const OURS = "decoder stream";

const SUBJECTS: readonly Subject[] = [
  [PARSE, ({ texts }) => parseAlone(texts)],
  [DECODE_PARSE, (load) => decodeAndParse(load)],
  [OURS, ({ bytes }) => decodeStream(bytes)],
];

/**
 * Measures the decoder against two floors on the same messages: `JSON.parse`
 * alone, which takes no bytes and so gets the texts as they are; and
 * `TextDecoder` with `JSON.parse`, the least that bytes cost, told where each
 * message begins and ends.
 */
export async function decoderRows(
  { quick }: { readonly quick: boolean },
): Promise<Row[]> {
  const all: Row[] = [];
  for (const makeLoad of loads(quick)) {
    const load = makeLoad();
    const samples = await interleave(
      SUBJECTS,
      quick ? 1 : ROUNDS,
      (subject) => timed(subject, load),
    );
    const rows: Rows = new Map();
    const note = `${(load.bytes.length / MIB).toFixed(1)} MiB`;
    const named = (subject: string): string => `${subject}, ${load.name}`;
    for (const [[subject], values] of samples) {
      const name = named(subject);
      rows.set(name, { name, unit: "ms", note, ...summary(values) });
    }
    compare(rows, named(DECODE_PARSE), named(PARSE));
    compare(rows, named(OURS), named(PARSE));
    compare(rows, named(OURS), named(DECODE_PARSE), "≤ 2");
    all.push(...rows.values());
  }
  return all;
}

async function timed([subject, run]: Subject, load: Load): Promise<number> {
  const { name, texts } = load;
  const start = performance.now();
  const sum = await run(load);
  const elapsed = performance.now() - start;
  const wanted = texts.length * (texts.length + 1) / 2;
  if (sum !== wanted) {
    throw new Error(`${subject}, ${name}: not the ${texts.length} messages`);
  }
  return elapsed;
}

/** Made one at a time: together they would fill the memory. */
function loads(quick: boolean): (() => Load)[] {
  const total = quick ? MIB : 64 * MIB;
  const large = quick ? MIB : 10 * MIB;
  const makers: readonly (readonly [string, () => string[]])[] = [
    ["small", () => small(total)],
    ["10 MiB records, ASCII", () => records(large, ENGLISH)],
    ["10 MiB records, Japanese", () => records(large, JAPANESE)],
    // JSON.parse hardly looks into a long string, so this is our worst case:
    // decoding its bytes takes longer than parsing its text.
    ["10 MiB long strings, ASCII", () => longStrings(large, ENGLISH)],
    ["10 MiB long strings, Japanese", () => longStrings(large, JAPANESE)],
  ];
  return makers.flatMap(([name, make]) => [
    () => toLoad(`${name}, lines`, make(), "lines"),
    () => toLoad(`${name}, Content-Length`, make(), "frames"),
  ]);
}

function small(total: number): string[] {
  const texts: string[] = [];
  for (let bytes = 0; bytes < total;) {
    const id = texts.length + 1;
    const text =
      `{"jsonrpc":"2.0","id":${id},"method":"tools/list","params":{"cursor":"${id}"}}`;
    texts.push(text);
    bytes += text.length + 1;
  }
  return texts;
}

/** Three messages, each a list of records. */
function records(bytes: number, sentence: string): string[] {
  const count = Math.ceil(bytes / sizeOf(toRecord(0, sentence)));
  return calls(
    Array.from({ length: count }, (_, at) => toRecord(at, sentence)),
  );
}

/** Three messages, each a list of strings of about a thousand bytes. */
function longStrings(bytes: number, sentence: string): string[] {
  const paragraph = sentence.repeat(Math.ceil(1000 / sizeOf(sentence)));
  const count = Math.ceil(bytes / sizeOf(paragraph));
  return calls(Array.from({ length: count }, () => paragraph));
}

function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function calls(content: unknown): string[] {
  const params = { name: "answer", arguments: { content } };
  return [1, 2, 3].map((id) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })
  );
}

function toRecord(id: number, sentence: string): unknown {
  const title = sentence.slice(0, 12);
  return { id, title, body: sentence, tags: ["a", "b"], score: id / 7 };
}

function toLoad(
  name: string,
  texts: string[],
  framing: "lines" | "frames",
): Load {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  const bounds = new Uint32Array(2 * texts.length);
  let at = 0;
  for (const [i, text] of texts.entries()) {
    const { length } = encoder.encode(text);
    const [head, tail] = framing === "lines"
      ? ["", "\n"]
      : [`Content-Length: ${length}\r\n\r\n`, ""];
    parts.push(head, text, tail);
    bounds.set([at + head.length, at + head.length + length], 2 * i);
    at += head.length + length + tail.length;
  }
  return { name, texts, bytes: encoder.encode(parts.join("")), bounds };
}

/** A message's id; what is no message counts for nothing. */
function idOf(message: unknown): number {
  return isObject(message) && typeof message.id === "number" ? message.id : 0;
}

function parseAlone(texts: readonly string[]): number {
  let sum = 0;
  for (const text of texts) sum += idOf(JSON.parse(text));
  return sum;
}

function decodeAndParse({ bytes, bounds }: Load): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let sum = 0;
  for (let i = 0; i < bounds.length; i += 2) {
    const body = bytes.subarray(bounds[i], bounds[i + 1]);
    sum += idOf(JSON.parse(decoder.decode(body)));
  }
  return sum;
}

async function decodeStream(bytes: Uint8Array): Promise<number> {
  let at = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller): void {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at += CHUNK_BYTES));
    },
  }, { highWaterMark: 0 });
  const framing = { lines: false };
  const messages = source.pipeThrough(new MessageDecoderStream({ framing }));
  let sum = 0;
  for await (const batch of messages) {
    for (const message of batch) sum += idOf(message);
  }
  return sum;
}
