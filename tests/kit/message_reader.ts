/** A message as a client sees it. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
  };
}

/** How messages are told apart: JSON lines, or `Content-Length` frames. */
export type Framing = "lines" | "framed";

const LF = 0x0a;
const HEADER = /^Content-Length: (\d+)\r\n\r\n/;
const MAX_HEADER = 64;

/**
 * Reads what the server writes, and nothing but that: a byte that belongs to no
 * message is an error. It is written apart from the server's own decoder, so
 * that one cannot hide a mistake of the other.
 */
export class MessageReader {
  readonly #framing: Framing | undefined;
  #pieces: Uint8Array[] = [];
  #held = 0;
  /** How many bytes it takes before another look is worth it. */
  #wanted = 1;

  /** Accepts one framing, or both when none is given. */
  constructor(framing?: Framing) {
    this.#framing = framing;
  }

  /** How many bytes of an unfinished message were read. */
  get held(): number {
    return this.#held;
  }

  /** Takes a chunk and gives the messages that are whole now. */
  read(chunk: Uint8Array): Message[] {
    const lookFor = this.#wanted === 0 && !chunk.includes(LF);
    this.#pieces.push(chunk);
    this.#held += chunk.length;
    if (lookFor || this.#held < this.#wanted) return [];
    const bytes = join(this.#pieces, this.#held);
    const messages: Message[] = [];
    let at = 0;
    for (;;) {
      const taken = takeMessage(bytes, at, this.#framing);
      if (typeof taken === "number") {
        this.#wanted = taken;
        break;
      }
      messages.push(...taken.messages);
      at = taken.end;
    }
    this.#pieces = [bytes.slice(at)];
    this.#held = bytes.length - at;
    return messages;
  }
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The message there, or how many bytes it wants: 0 for a line's end. */
function takeMessage(
  bytes: Uint8Array,
  at: number,
  framing: Framing | undefined,
): { messages: Message[]; end: number } | number {
  const left = bytes.length - at;
  if (left === 0) return 1;
  const decoder = new TextDecoder();
  const framed = framing === "framed" ||
    framing === undefined && String.fromCharCode(bytes[at] ?? 0) === "C";
  if (framed) {
    const head = decoder.decode(bytes.subarray(at, at + MAX_HEADER));
    const header = HEADER.exec(head);
    if (!header && head.length < MAX_HEADER) return left + 1;
    if (!header) throw new Error(`No header on stdout: ${quote(head)}`);
    const start = at + header[0].length;
    const end = start + Number(header[1]);
    if (end > bytes.length) return end - at;
    return { messages: parse(decoder.decode(bytes.subarray(start, end))), end };
  }
  const newline = bytes.indexOf(LF, at);
  if (newline < 0) return 0;
  const line = decoder.decode(bytes.subarray(at, newline));
  return { messages: parse(line), end: newline + 1 };
}

function parse(text: string): Message[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`No message on stdout: ${quote(text)}`, { cause: error });
  }
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  for (const message of messages) {
    const { jsonrpc } = Object(message) as { jsonrpc?: unknown };
    if (jsonrpc !== "2.0") {
      throw new Error(`No JSON-RPC on stdout: ${quote(text)}`);
    }
  }
  return messages as Message[];
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
