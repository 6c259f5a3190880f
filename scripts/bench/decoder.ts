import { MessageDecoderStream } from "../../src/jsonrpc/message_decoder_stream.ts";
import type { BenchOptions, Row } from "./row.ts";
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
  readonly bytes: Uint8Array;
}

/** Measures the decoder against `JSON.parse` alone on the same messages. */
export async function decoder(options: BenchOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for (const makeLoad of loads(options.quick)) {
    const { name, texts, bytes } = makeLoad();
    options.progress(`decoder: ${name}`);
    const subjects = [
      (): Promise<number> => Promise.resolve(parseAlone(texts)),
      (): Promise<number> => decodeStream(bytes),
    ];
    const rounds = options.quick ? 1 : ROUNDS;
    const samples = await interleave(subjects, rounds, async (run) => {
      const start = performance.now();
      const count = await run();
      const elapsed = performance.now() - start;
      if (count !== texts.length) {
        throw new Error(`${name}: ${count} messages, not ${texts.length}`);
      }
      return elapsed;
    });
    const [parse = [], decode = []] = samples.values();
    const floor = summary(parse);
    const own = summary(decode);
    const note = `${(bytes.length / MIB).toFixed(1)} MiB`;
    const unit = "ms";
    rows.push({ name: `JSON.parse alone, ${name}`, unit, note, ...floor });
    rows.push({
      name: `decoder stream, ${name}`,
      unit,
      note,
      ...own,
      ratio: own.value / floor.value,
      to: "JSON.parse alone",
      target: "≤ 2",
    });
  }
  return rows;
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
    const id = texts.length;
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
  for (const text of texts) {
    if (framing === "lines") parts.push(text, "\n");
    else {
      const length = encoder.encode(text).length;
      parts.push(`Content-Length: ${length}\r\n\r\n`, text);
    }
  }
  return { name, texts, bytes: encoder.encode(parts.join("")) };
}

function parseAlone(texts: readonly string[]): number {
  let count = 0;
  for (const text of texts) if (JSON.parse(text)) count++;
  return count;
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
  let count = 0;
  for await (const batch of messages) {
    for (const message of batch) if (!(message instanceof Error)) count++;
  }
  return count;
}
