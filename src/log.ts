import {
  type ByteWriter,
  type Clock,
  PIPE_AT_ONCE,
  type Runtime,
} from "./runtime/runtime.ts";
import { oneLine } from "./text/plain.ts";
import { redact } from "./text/redact.ts";

/** Where lines for people go: standard error, and a file when asked for. */
export interface Logger {
  /** The one debug decision of the process, made at start-up. */
  isDebug(): boolean;
  /** Message bodies may be logged too (`server.debug_bodies`). */
  readonly bodies: boolean;
  /** Writes a line in debug mode; a function is called only then. */
  debug(line: string | (() => string)): void;
  /** Writes a line always. */
  warn(line: string): void;
  /** Removes secrets from a text that leaves the process. */
  redact(text: string): string;
}

/** Options of {@linkcode createLogger}. */
export interface LoggerOptions {
  /**
   * Write debug lines.
   * @default {false}
   */
  debug?: boolean;
  /**
   * Write message bodies too.
   * @default {false}
   */
  bodies?: boolean;
  /** Mirrors debug lines to this file. */
  file?: string | null;
  /** Values that must never be written. */
  secrets?: readonly (string | undefined)[];
}

/** Characters that may wait; what comes on top of them is lost. */
export const MAX_QUEUED_LOG = 256 * 1024;

/**
 * Lines on their way to standard error while the server runs. Nothing is ever
 * written directly: whoever holds the other end of the pipe may not read it, and
 * it may have been full before we came. Lines wait here instead, up to a bound.
 */
export class StderrQueue {
  readonly #open: () => ByteWriter;
  #writer: ByteWriter | undefined;
  #lines: string[] = [];
  #queued = 0;
  #lost = 0;
  #flushing: Promise<void> | undefined;

  /** Opens the writer with the first line, and keeps it. */
  constructor(open: () => ByteWriter) {
    this.#open = open;
  }

  /** Queues whole lines, or counts them as lost. */
  write(text: string): void {
    if (this.#queued + text.length > MAX_QUEUED_LOG) this.#lost++;
    else {
      this.#lines.push(text);
      this.#queued += text.length;
    }
    this.#flushing ??= this.#flush();
  }

  /** Nothing waits to be written. */
  get empty(): boolean {
    return this.#flushing === undefined;
  }

  /** Waits until everything is written; for ever, if nobody reads. */
  async drained(): Promise<void> {
    await this.#flushing;
  }

  async #flush(): Promise<void> {
    const encoder = new TextEncoder();
    // Lines of one turn leave together.
    await null;
    while (this.#lines.length > 0 || this.#lost > 0) {
      const text = this.#next();
      try {
        this.#writer ??= this.#open();
        await this.#writer.write(encoder.encode(text));
      } catch {
        // Nobody can read it: a log line must never end what it reports on.
        continue;
      }
    }
    this.#flushing = undefined;
  }

  /**
   * A few lines at a time: of what is being written nothing can be taken back,
   * and the number of lost lines is to be the first that is read afterwards.
   */
  #next(): string {
    if (this.#lost > 0) {
      const lost = this.#lost;
      this.#lost = 0;
      return `${
        linesLost(lost)
      }: standard error was not read in time, or a line was longer than ${MAX_QUEUED_LOG} characters\n`;
    }
    let count = 0;
    let length = 0;
    for (const line of this.#lines) {
      if (count > 0 && length + line.length > PIPE_AT_ONCE) break;
      count++;
      length += line.length;
    }
    this.#queued -= length;
    return this.#lines.splice(0, count).join("");
  }
}

function linesLost(count: number): string {
  return `${count} line${count === 1 ? "" : "s"} lost`;
}

/** Makes the logger of one process or one server. */
export function createLogger(
  runtime: Pick<Runtime, "writeStderr" | "files">,
  options: LoggerOptions = {},
): Logger {
  const debug = options.debug ?? false;
  const secrets = (options.secrets ?? [])
    .filter((secret) => secret !== undefined);
  const file = options.file ?? null;
  /** Lines that the file has missed since it could last be written. */
  let missed = 0;

  const clean = (text: string): string => redact(text, secrets);
  const mark = (line: string): string =>
    `[openai-responses-mcp] ${clean(oneLine(line))}\n`;
  function write(line: string): void {
    const text = mark(line);
    runtime.writeStderr(text);
    if (file !== null && debug) mirror(file, text);
  }
  /** A disk that is full may have room for the next line. */
  function mirror(path: string, text: string): void {
    const before = missed > 0 ? mark(linesLost(missed)) : "";
    try {
      runtime.files.appendSync(path, new TextEncoder().encode(before + text));
      missed = 0;
    } catch (error) {
      if (missed++ > 0) return;
      const reason = error instanceof Error ? error.message : String(error);
      runtime.writeStderr(
        mark(
          `cannot write the debug file ${path}: ${reason}; going on without`,
        ),
      );
    }
  }

  return {
    isDebug: () => debug,
    bodies: debug && (options.bodies ?? false),
    debug(line) {
      if (debug) write(typeof line === "string" ? line : line());
    },
    warn: write,
    redact: clean,
  };
}

/** What nobody foresaw ends no other call, but somebody should hear of it. */
export function defectLine(error: unknown): string {
  const stack = error instanceof Error ? error.stack : undefined;
  const detail = (stack ?? String(error)).split("\n")
    .map((line) => line.trim()).join(" ");
  return `internal error, please report it: ${detail}`;
}

/** An error that nobody caught, or a warning of the runtime, which is no defect. */
export function strayLine(error: unknown): string {
  return error instanceof Error && error.name.endsWith("Warning")
    ? `${error.name}: ${error.message}`
    : defectLine(error);
}

/** The time, as lines with bodies have it. */
export function timeOf(clock: Pick<Clock, "now">): string {
  return `time=${new Date(clock.now()).toISOString()}`;
}
