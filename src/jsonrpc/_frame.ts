/**
 * The parts of a frame: its header, and the bytes of its body until the last
 * one has come.
 *
 * @module
 */
import { ErrorCode, ProtocolError } from "./messages.ts";

/** Header blocks are a few dozen bytes; one this long is no header block. */
export const MAX_HEADER_BYTES = 8192;

const FIELD = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64})[ \t]*:/;
const LENGTH = /^\d{1,15}$/;

/** The `Content-Length` header block of one message, field by field. */
export class Header {
  #value: string | undefined;
  #conflict = false;

  /** Takes a line; `false` means that it is no header field. */
  add(line: string): boolean {
    const field = FIELD.exec(line);
    if (!field) return false;
    const [start, name = ""] = field;
    if (name.toLowerCase() === "content-length") {
      const value = trimBlanks(line.slice(start.length));
      this.#conflict ||= this.#value !== undefined && this.#value !== value;
      this.#value = value;
    }
    return true;
  }

  /** The length in bytes, or what is wrong with it. */
  get length(): number | ProtocolError {
    if (this.#value === undefined) return headerError("is missing");
    if (this.#conflict) return headerError("is given twice and differs");
    if (!LENGTH.test(this.#value)) {
      const shown = JSON.stringify(this.#value.slice(0, 40));
      return headerError(`is ${shown}, not a number of bytes`);
    }
    return Number(this.#value);
  }
}

/** In a loop: as a pattern, it would take the square of a line of blanks. */
function trimBlanks(text: string): string {
  const isBlank = (at: number): boolean =>
    text[at] === " " || text[at] === "\t";
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** Makes the error for a header block that cannot be used. */
export function headerError(problem: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.InvalidRequest,
    `Invalid frame: the Content-Length header ${problem}`,
    { header: "Content-Length" },
  );
}

const NAME = new TextEncoder().encode("content-length:");
const LOWER_A = 0x61;

/**
 * Reads the usual whole header, `Content-Length: <n>` and a blank line, at byte
 * level: one pass without strings, for streams of many small messages. Answers
 * `undefined` for anything less usual, which the caller then reads line by line.
 */
export function readPlainHeader(
  bytes: Uint8Array,
  start: number,
): { length: number; end: number } | undefined {
  let at = start;
  for (const byte of NAME) {
    const given = bytes[at++] ?? 0;
    // One bit tells upper from lower case, but in letters only.
    if ((byte >= LOWER_A ? given | 0x20 : given) !== byte) return undefined;
  }
  if (bytes[at] === 0x20) at++;
  const first = at;
  let length = 0;
  for (;; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
  }
  if (at === first || at - first > 15) return undefined;
  for (let breaks = 0; breaks < 2; breaks++) {
    if (bytes[at] === 0x0d) at++;
    if (bytes[at++] !== 0x0a) return undefined;
  }
  return { length, end: at };
}

// Pieces from here on are kept as they come; smaller ones are gathered.
const LARGE_BYTES = 16 * 1024;
const MAX_BLOCK_BYTES = 64 * 1024;

/**
 * Holds the bytes of an unfinished message. Large pieces are kept without
 * copying, small ones are gathered into blocks, so that a message which comes
 * byte by byte takes no more memory than one which comes at once.
 */
export class ByteQueue {
  #pieces: Uint8Array[] = [];
  #block = new Uint8Array(0);
  #used = 0;
  #length = 0;

  /** How many bytes are held. */
  get length(): number {
    return this.#length;
  }

  /** Adds bytes at the end; the caller must not change them afterwards. */
  push(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (bytes.length >= LARGE_BYTES) {
      this.#seal();
      this.#pieces.push(bytes);
      return;
    }
    if (this.#used + bytes.length > this.#block.length) {
      this.#grow(bytes.length);
    }
    this.#block.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Empties the queue and gives its pieces in order. */
  take(): Uint8Array[] {
    this.#seal();
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#length = 0;
    return pieces;
  }

  #grow(wanted: number): void {
    const doubled = Math.min(MAX_BLOCK_BYTES, 2 * this.#block.length);
    this.#seal();
    this.#block = new Uint8Array(Math.max(1024, wanted, doubled));
  }

  #seal(): void {
    if (this.#used > 0) this.#pieces.push(this.#block.subarray(0, this.#used));
    this.#block = new Uint8Array(0);
    this.#used = 0;
  }
}
