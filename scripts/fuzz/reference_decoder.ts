/**
 * The framing rules once more, as plainly as they can be written: over the
 * whole input at once, without chunks, buffers or fast paths. The real decoder
 * must find the same messages however its input is cut.
 *
 * @module
 */

/** What the whole input holds. */
export interface ReferenceResult {
  /** Messages as JSON texts; errors as `!` and their code. */
  readonly messages: readonly string[];
  /** A line was seen, so answers go out in lines. */
  readonly lines: boolean;
}

const MAX_HEADER = 8192;
const PARSE_ERROR = "!-32700";
const INVALID_REQUEST = "!-32600";
const LENGTH = "content-length";

/** Decodes a whole input. */
export function referenceDecode(
  bytes: Uint8Array,
  maxMessageBytes: number,
): ReferenceResult {
  return new Reference(bytes, maxMessageBytes).decode();
}

class Reference {
  readonly #bytes: Uint8Array;
  readonly #max: number;
  readonly #messages: string[] = [];
  #at = 0;
  #lines = false;
  /** A frame was broken: look for the next header or JSON line. */
  #lost = false;

  constructor(bytes: Uint8Array, max: number) {
    this.#bytes = bytes;
    this.#max = max;
  }

  decode(): ReferenceResult {
    while (this.#at < this.#bytes.length) {
      const line = this.#nextLine();
      if (line !== undefined) this.#message(line);
    }
    return { messages: this.#messages, lines: this.#lines };
  }

  /** The next line without its end; `undefined` for one that is too long. */
  #nextLine(): string | undefined {
    const from = this.#at;
    const newline = this.#bytes.indexOf(10, from);
    const to = newline < 0 ? this.#bytes.length : newline;
    this.#at = newline < 0 ? to : newline + 1;
    if (to - from > this.#max) {
      this.#lines = true;
      this.#messages.push(INVALID_REQUEST);
      return undefined;
    }
    const text = decodeText(this.#bytes.subarray(from, to));
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    // Only the very first thing of the input can be a byte order mark.
    return from === 0 && line.startsWith("\ufeff") ? line.slice(1) : line;
  }

  #message(line: string): void {
    if (line.trim() === "") return;
    if (this.#lost) this.#find(line);
    else if (readField(line)) this.#header(line);
    else {
      this.#lines = true;
      this.#messages.push(parseJson(line));
    }
  }

  /** Looks for a place to go on in a line after a broken frame. */
  #find(line: string): void {
    const opens = line.startsWith("{") || line.startsWith("[");
    const header = /content-length[ \t]*:/i.exec(line)?.index;
    if (header === undefined || opens && parseJson(line) !== PARSE_ERROR) {
      if (!opens) return;
      this.#lost = false;
      this.#lines = true;
      this.#messages.push(parseJson(line));
      return;
    }
    this.#lost = false;
    const body = parseJson(line.slice(0, header));
    if (opens && body !== PARSE_ERROR) this.#messages.push(body);
    this.#header(line.slice(header));
  }

  /** Reads a header block whose first line is given, and its body. */
  #header(first: string): void {
    const lengths = new Set<string>();
    let size = 0;
    let count = 0;
    for (let line: string | undefined = first; line !== "";) {
      const field = readField(line);
      size += line.length;
      const tooLong = count++ > 0 && size > MAX_HEADER;
      if (!field || tooLong) return this.#broken(tooLong ? "" : line);
      if (field.name === LENGTH) lengths.add(field.value);
      do {
        if (this.#at >= this.#bytes.length) return this.#broken("");
        line = this.#nextLine();
      } while (line === undefined);
    }
    const [length = ""] = lengths;
    if (lengths.size !== 1 || !/^[0-9]{1,15}$/.test(length)) {
      return this.#broken("");
    }
    this.#body(Number(length));
  }

  #broken(line: string): void {
    this.#messages.push(INVALID_REQUEST);
    this.#lost = true;
    this.#message(line);
  }

  #body(length: number): void {
    const from = this.#at;
    const to = from + length;
    const whole = to <= this.#bytes.length;
    this.#at = Math.min(to, this.#bytes.length);
    if (length > this.#max) this.#messages.push(INVALID_REQUEST);
    if (!whole) this.#messages.push(PARSE_ERROR);
    if (!whole || length > this.#max) return;
    const message = parseJson(decodeText(this.#bytes.subarray(from, to)));
    this.#lost = message === PARSE_ERROR;
    this.#messages.push(message);
  }
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function parseJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return PARSE_ERROR;
    throw error;
  }
}

function readField(line: string): { name: string; value: string } | undefined {
  const colon = line.indexOf(":");
  if (colon < 0) return undefined;
  const name = trimBlanks(line.slice(0, colon), false);
  if (name.length === 0 || name.length > 64) return undefined;
  for (const char of name) {
    if (!/[A-Za-z0-9]/.test(char) && !"!#$%&'*+-.^_`|~".includes(char)) {
      return undefined;
    }
  }
  return {
    name: name.toLowerCase(),
    value: trimBlanks(line.slice(colon + 1), true),
  };
}

function trimBlanks(text: string, leading: boolean): string {
  let [from, to] = [0, text.length];
  const blank = (at: number): boolean => text[at] === " " || text[at] === "\t";
  while (leading && from < to && blank(from)) from++;
  while (to > from && blank(to - 1)) to--;
  return text.slice(from, to);
}
