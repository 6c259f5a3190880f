import type { Clock, Runtime } from "./runtime/runtime.ts";
import { StderrQueue } from "./runtime/stderr_queue.ts";
import { oneLine } from "./text/one_line.ts";
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

// What an empty pipe takes on every system, even in characters of three bytes.
const AT_ONCE = 16 * 1024;

/**
 * A standard error that stops nobody, read or not: a few lines are written at
 * once, and all after them, of which there are hardly ever any, wait in a queue.
 */
export function bufferedStderr(
  runtime: Pick<Runtime, "writeStderr" | "openStderr">,
): (text: string) => void {
  let room = AT_ONCE;
  let queue: StderrQueue | undefined;
  return (text) => {
    room -= text.length;
    if (room >= 0) return runtime.writeStderr(text);
    (queue ??= new StderrQueue(runtime.openStderr())).write(text);
  };
}

/** Makes the logger of one process or one server. */
export function createLogger(
  runtime: Pick<Runtime, "writeStderr" | "files">,
  options: LoggerOptions = {},
): Logger {
  const debug = options.debug ?? false;
  const secrets = (options.secrets ?? [])
    .filter((secret) => secret !== undefined);
  let file = options.file ?? null;

  const clean = (text: string): string => redact(text, secrets);
  function write(line: string): void {
    const text = `[openai-responses-mcp] ${clean(oneLine(line))}\n`;
    runtime.writeStderr(text);
    if (file === null || !debug) return;
    try {
      runtime.files.appendSync(file, new TextEncoder().encode(text));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const lost = file;
      file = null;
      write(`cannot write the debug file ${lost}: ${reason}; going on without`);
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

/** The time, as lines with bodies have it. */
export function timeOf(clock: Pick<Clock, "now">): string {
  return `time=${new Date(clock.now()).toISOString()}`;
}
