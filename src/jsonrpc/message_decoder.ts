import {
  ByteQueue,
  Header,
  headerError,
  MAX_HEADER_BYTES,
  readPlainHeader,
} from "./_frame.ts";
import type { Framing } from "./framing.ts";
import { ErrorCode, ProtocolError } from "./messages.ts";

/** Options of {@linkcode MessageDecoder}. */
export interface MessageDecoderOptions {
  /**
   * Longer messages are skipped and reported.
   * @default {16777216}
   */
  maxMessageBytes?: number;
  /** The connection's framing; `lines` is set at the first line. */
  framing?: Framing;
  /** Hears of chunks and headers, for the debug log. */
  debug?: (line: string) => void;
}

/** A parsed message, or the reason why there is none. */
export type Decoded = unknown | ProtocolError;

const DEFAULT_MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

const LF = 0x0a;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
// Runs of lines are decoded together up to this size: it fits the CPU's cache.
const MAX_RUN_BYTES = 64 * 1024;
const LENGTH_FIELD = /content-length[ \t]*:/i;

/**
 * Cuts a byte stream into JSON messages. `Content-Length` frames and lines are
 * told apart message by message, and no input ends the stream: what cannot be
 * read comes out as a {@linkcode ProtocolError} in its place.
 *
 * Each byte is looked at a bounded number of times however the input is cut
 * into chunks, and no more than one message is held back.
 */
export class MessageDecoder {
  readonly #max: number;
  readonly #framing: Framing;
  readonly #debug: ((line: string) => void) | undefined;
  readonly #text = new TextDecoder("utf-8", { ignoreBOM: true });

  /** Bytes of an unfinished line or body. */
  readonly #held = new ByteQueue();
  /** Body bytes still to come; `undefined` between frames. */
  #bodyLeft: number | undefined;
  /** Bytes of an oversize frame still to be thrown away. */
  #skipLeft = 0;
  /** Inside an oversize line. */
  #skipLine = false;
  #header: Header | undefined;
  #headerBytes = 0;
  /** After a broken frame: garbage is passed over until a message starts. */
  #resync = false;
  #first = true;

  /** Makes a decoder for one connection. */
  constructor(options: MessageDecoderOptions = {}) {
    this.#max = options.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
    this.#framing = options.framing ?? { lines: false };
    this.#debug = options.debug;
  }

  /** How many bytes of an unfinished message are held back. */
  get held(): number {
    return this.#held.length;
  }

  /** Takes a chunk and gives the messages that it completes. */
  decode(chunk: Uint8Array): Decoded[] {
    this.#debug?.(`stdin chunk=${chunk.length}`);
    const out: Decoded[] = [];
    for (let at = 0; at < chunk.length;) {
      if (this.#skipLeft > 0) {
        const skipped = Math.min(this.#skipLeft, chunk.length - at);
        this.#skipLeft -= skipped;
        at += skipped;
      } else if (this.#bodyLeft !== undefined) {
        at = this.#takeBody(chunk, at, this.#bodyLeft, out);
      } else {
        at = this.#takeLine(chunk, at, out);
      }
    }
    return out;
  }

  /** Ends the stream: a last line needs no newline, a cut frame is reported. */
  end(): Decoded[] {
    const out: Decoded[] = [];
    if (this.#bodyLeft === undefined && this.#held.length > 0) {
      this.#line(this.#complete(new Uint8Array(0)), out);
    }
    // The last line may have been the one that ends a header.
    if (this.#bodyLeft !== undefined || this.#skipLeft > 0) {
      const problem = "Parse error: the input ended inside a message";
      out.push(new ProtocolError(ErrorCode.ParseError, problem));
    }
    if (this.#header) out.push(headerError("is not followed by a message"));
    return out;
  }

  #takeLine(chunk: Uint8Array, at: number, out: Decoded[]): number {
    const fresh = this.#held.length === 0 && !this.#header && !this.#skipLine &&
      !this.#resync;
    if (fresh && chunk[at] === OPEN_BRACE) {
      const end = this.#takeRun(chunk, at, out);
      if (end > at) return end;
    } else if (fresh) {
      const header = readPlainHeader(chunk, at);
      if (header) {
        this.#frame(header.length, out);
        return header.end;
      }
    }
    const newline = chunk.indexOf(LF, at);
    const end = newline < 0 ? chunk.length : newline;
    const bytes = chunk.subarray(at, end);
    if (!this.#skipLine && this.#held.length + bytes.length > this.#max) {
      this.#held.take();
      this.#skipLine = true;
      this.#first = false;
      this.#framing.lines = true;
      out.push(this.#oversize());
    }
    if (newline < 0) {
      if (!this.#skipLine) this.#held.push(bytes);
      return end;
    }
    if (this.#skipLine) this.#skipLine = false;
    else this.#line(this.#complete(bytes), out);
    return newline + 1;
  }

  /** Parses consecutive whole lines that open with a brace, decoded at once. */
  #takeRun(chunk: Uint8Array, start: number, out: Decoded[]): number {
    let end = start;
    while (chunk[end] === OPEN_BRACE && end - start < MAX_RUN_BYTES) {
      const newline = chunk.indexOf(LF, end);
      if (newline < 0 || newline - end > this.#max) break;
      end = newline + 1;
    }
    if (end === start) return start;
    this.#first = false;
    this.#framing.lines = true;
    const text = this.#text.decode(chunk.subarray(start, end));
    for (let from = 0; from < text.length;) {
      const to = text.indexOf("\n", from);
      out.push(parse(text.slice(from, to)));
      from = to + 1;
    }
    return end;
  }

  #takeBody(
    chunk: Uint8Array,
    at: number,
    left: number,
    out: Decoded[],
  ): number {
    const end = Math.min(chunk.length, at + left);
    const bytes = chunk.subarray(at, end);
    this.#bodyLeft = left - bytes.length;
    if (this.#bodyLeft === 0) this.#endBody(this.#complete(bytes), out);
    else this.#held.push(bytes);
    return end;
  }

  #endBody(text: string, out: Decoded[]): void {
    this.#bodyLeft = undefined;
    const message = parse(text);
    // A wrong length leaves the rest of a message, or eats the next header.
    this.#resync = message instanceof ProtocolError;
    out.push(message);
  }

  /** Takes a whole line without its newline. */
  #line(raw: string, out: Decoded[]): void {
    let line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (this.#first && line.startsWith("\ufeff")) line = line.slice(1);
    this.#first = false;
    if (this.#header) {
      this.#headerLine(this.#header, line, out);
    } else if (line.trim() === "") {
      return;
    } else if (this.#resync) {
      this.#resyncLine(line, out);
    } else if (!this.#startHeader(line)) {
      this.#framing.lines = true;
      out.push(parse(line));
    }
  }

  #startHeader(line: string): boolean {
    const header = new Header();
    if (!header.add(line)) return false;
    this.#header = header;
    this.#headerBytes = line.length;
    return true;
  }

  #headerLine(header: Header, line: string, out: Decoded[]): void {
    if (line === "") {
      this.#header = undefined;
      const length = header.length;
      if (typeof length === "number") this.#frame(length, out);
      else this.#broken(length, out);
      return;
    }
    this.#headerBytes += line.length;
    if (this.#headerBytes > MAX_HEADER_BYTES) {
      this.#header = undefined;
      this.#broken(headerError(`block exceeds ${MAX_HEADER_BYTES} bytes`), out);
    } else if (!header.add(line)) {
      this.#header = undefined;
      this.#broken(headerError("block is not closed by a blank line"), out);
      this.#resyncLine(line, out);
    }
  }

  /** Passes over garbage until a header or a line that opens like JSON. */
  #resyncLine(line: string, out: Decoded[]): void {
    const first = line.charCodeAt(0);
    const opens = first === OPEN_BRACE || first === OPEN_BRACKET;
    const field = LENGTH_FIELD.exec(line)?.index ?? -1;
    const whole = opens ? parse(line) : undefined;
    if (opens && (field < 0 || !(whole instanceof ProtocolError))) {
      this.#resync = false;
      this.#framing.lines = true;
      out.push(whole);
    } else if (field >= 0) {
      // The body of the broken frame and the next header share this line.
      this.#resync = false;
      const body = opens ? parse(line.slice(0, field)) : undefined;
      if (opens && !(body instanceof ProtocolError)) out.push(body);
      this.#startHeader(line.slice(field));
    }
  }

  #broken(error: ProtocolError, out: Decoded[]): void {
    this.#resync = true;
    out.push(error);
  }

  #frame(length: number, out: Decoded[]): void {
    this.#debug?.(`headerEnd=${length}`);
    this.#first = false;
    if (length > this.#max) {
      this.#skipLeft = length;
      out.push(this.#oversize(length));
      return;
    }
    this.#bodyLeft = length;
    if (length === 0) this.#endBody("", out);
  }

  #oversize(bytes?: number): ProtocolError {
    const size = bytes === undefined ? "the line" : `${bytes} bytes`;
    return new ProtocolError(
      ErrorCode.InvalidRequest,
      `Message too long: ${size} exceeds ${this.#max} bytes and was skipped; raise server.max_message_bytes to allow it`,
      { limit: "server.max_message_bytes", max_message_bytes: this.#max },
    );
  }

  /** Decodes a message's last bytes together with those held back before. */
  #complete(last: Uint8Array): string {
    if (this.#held.length === 0) return this.#text.decode(last);
    this.#held.push(last);
    let text = "";
    for (const piece of this.#held.take()) {
      text += this.#text.decode(piece, { stream: true });
    }
    return text + this.#text.decode();
  }
}

function parse(text: string): Decoded {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return new ProtocolError(
      ErrorCode.ParseError,
      `Parse error: the message is not valid JSON`,
      { reason: reason.slice(0, 200).toWellFormed() },
    );
  }
}
