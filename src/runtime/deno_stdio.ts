/**
 * The standard streams on Deno, also where whoever made a descriptor has set it
 * not to wait: then Deno does not wait either.
 *
 * @module
 */
import { PIPE_AT_ONCE, rest } from "./runtime.ts";
import type { ByteWriter } from "./runtime.ts";

const READ_BYTES = 64 * 1024;
const MAX_PAUSE_MS = 50;
const NOTHING = new Uint8Array();

/** So much of a line that is not complete Deno keeps for standard output. */
const KEPT = 1024;
const LINE_FEED = 10;

/** What Linux says of a descriptor that does not wait. */
const O_NONBLOCK = 0o4000;

/** Tries until a descriptor is ready. */
async function whenReady<T>(run: () => Promise<T>): Promise<T> {
  for (let pauseMs = 1;; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function whenReadySync<T>(run: () => T): T {
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      rest();
    }
  }
}

/** Reads standard input. */
export function openStdin(): ReadableStream<Uint8Array> {
  // Under way at once, so that it overlaps the rest of the start.
  let first: Promise<Uint8Array | null> | undefined = readFrom(Deno.stdin);
  let input: Input | undefined;
  return new ReadableStream({
    async pull(controller): Promise<void> {
      const chunk = await (first ?? readFrom(input ??= waitingInput()));
      first = undefined;
      if (chunk === null) controller.close();
      else controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });
}

type Input = Pick<Deno.FsFile, "read">;

async function readFrom(input: Input): Promise<Uint8Array | null> {
  // One buffer per read: the decoder keeps slices of it without copying.
  const buffer = new Uint8Array(READ_BYTES);
  const count = await whenReady(() => input.read(buffer));
  return count === null ? null : buffer.subarray(0, count);
}

/**
 * Standard input, opened anew where it is set not to wait: until something
 * comes, Deno would ask for it without a pause.
 */
function waitingInput(): Input {
  if (doesNotWait(0) !== true) return Deno.stdin;
  const path = "/proc/self/fd/0";
  try {
    // A pipe without a writer would be waited for: we are one meanwhile.
    const writer = Deno.openSync(path, { read: true, write: true });
    try {
      return Deno.openSync(path);
    } finally {
      writer.close();
    }
  } catch {
    // A socket, which cannot be opened, or what may only be read.
    return Deno.stdin;
  }
}

/** Writes to standard error; Deno hands it on as it is. */
export function openStderr(): ByteWriter {
  return openOutput(Deno.stderr, (left) => left);
}

/** Writes to standard output. */
export function openStdout(): ByteWriter {
  return openOutput(
    Deno.stdout,
    (left) =>
      left.length <= PIPE_AT_ONCE || mayNotWait() ? surePiece(left) : left,
  );
}

function openOutput(
  target: { write(bytes: Uint8Array): Promise<number> },
  pieceOf: (left: Uint8Array) => Uint8Array,
): ByteWriter {
  return {
    async write(bytes): Promise<void> {
      // A pipe takes what fits (64 KiB on Linux), not all that is offered.
      for (let sent = 0; sent < bytes.length;) {
        const offer = new Offer(pieceOf(bytes.subarray(sent)));
        sent += offer.sent(await whenReady(() => target.write(offer.next())));
      }
    },
    // The descriptor is left to the end of the process.
    close: () => Promise.resolve(),
  };
}

/** Writes a text to standard output, and waits. */
export function writeStdoutSync(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) {
    const offer = new Offer(surePiece(bytes.subarray(sent)));
    sent += offer.sent(
      whenReadySync(() => Deno.stdout.writeSync(offer.next())),
    );
  }
}

/** Writes a text to standard error, and waits. */
export function writeStderrSync(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) {
    const left = bytes.subarray(sent);
    sent += whenReadySync(() => Deno.stderr.writeSync(left));
  }
}

/**
 * A piece for standard output. Deno keeps the end of a line that is not complete,
 * and then fails where it cannot be written yet, as if nothing had been taken.
 */
class Offer {
  readonly #piece: Uint8Array;
  readonly #isKept: boolean;
  #tries = 0;

  constructor(piece: Uint8Array) {
    this.#piece = piece;
    this.#isKept = piece.length < KEPT && !piece.includes(LINE_FEED);
  }

  /** What to write now: what was kept leaves with the next write. */
  next(): Uint8Array {
    return this.#isKept && this.#tries++ > 0 ? NOTHING : this.#piece;
  }

  /** How much has been sent after a write that took so much. */
  sent(count: number): number {
    return this.#isKept ? this.#piece.length : count;
  }
}

/**
 * The beginning of what is left, cut so that a failed write tells how much of it
 * was taken: nothing of a few whole lines or of much of one line, all of a
 * little of one line.
 */
function surePiece(left: Uint8Array): Uint8Array {
  const first = left.indexOf(LINE_FEED) + 1;
  if (first === 0) return left;
  if (first > PIPE_AT_ONCE) return left.subarray(0, first - PIPE_AT_ONCE);
  return left.subarray(0, left.lastIndexOf(LINE_FEED, PIPE_AT_ONCE - 1) + 1);
}

/** Tells whether standard output may not wait. */
function mayNotWait(): boolean {
  return Deno.build.os !== "windows" && doesNotWait(1) !== false;
}

let mayLook: boolean | undefined;

/** Tells whether a descriptor is set not to wait, where that can be seen. */
function doesNotWait(descriptor: number): boolean | undefined {
  const path = `/proc/self/fdinfo/${descriptor}`;
  // Where it is not granted, looking would ask the user.
  mayLook ??= Deno.build.os === "linux" &&
    Deno.permissions.querySync({ name: "read", path }).state === "granted";
  if (!mayLook) return undefined;
  try {
    const said = /^flags:\s*(\d+)/m.exec(Deno.readTextFileSync(path));
    return (parseInt(said?.[1] ?? "", 8) & O_NONBLOCK) !== 0;
  } catch {
    // No `/proc`, or no descriptor left to look with.
    return undefined;
  }
}
