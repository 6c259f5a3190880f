import type { Clock, Files } from "../../runtime/runtime.ts";
import { FileError } from "../../runtime/runtime.ts";
import { isObject } from "../../schema/value.ts";
import { joinPath } from "../../text/path.ts";

/** A background answer, as far as it takes to find it again. */
export interface LedgerEntry {
  /** What the answer is asked for with. */
  readonly response_id: string;
  /** The tool that asked. */
  readonly tool: string;
  /** The model that was asked. */
  readonly model: string;
  /** As last heard of: `in_progress`, or how it ended. */
  readonly status: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** ISO 8601, once it has ended. */
  readonly ended_at?: string;
  /** The first characters of the question, to recognise it by. */
  readonly question: string;
  /** Stands for whoever asked, where callers are told apart. */
  readonly caller?: string;
}

/** The list of background answers. Writing never fails a call. */
export interface Ledger {
  /** Adds an answer that has begun. */
  add(entry: LedgerEntry): Promise<void>;
  /** Notes how an answer ended; one that is not listed stays unlisted. */
  end(id: string, status: string, endedAt: string): Promise<void>;
  /**
   * The newest answers of a caller, the newest first; `undefined` when they
   * cannot be read.
   */
  newest(count: number, caller?: string): LedgerEntry[] | undefined;
}

/** What a ledger is made from. */
export interface LedgerOptions {
  /** The file system. */
  readonly files: Files;
  /** Time, for locks. */
  readonly clock: Clock;
  /** The directory that it lies in; made when it is first written. */
  readonly directory: string | undefined;
  /** Told once when it cannot be used. */
  warn(line: string): void;
}

const FILE = "answers.jsonl";
const MAX_LINES = 1_000;
const RETRY_MS = 20;
// A change takes milliseconds: whoever holds the lock this long has died.
const STALE_MS = 1_000;
// Whatever keeps it locked: an answer does not wait for its list.
const MAX_WAIT_MS = 5_000;
// Many times what a full list has: no list of ours.
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Opens the list in a file of one line per answer. A change is made under a lock
 * and put in place whole, so that several processes, and one that is killed,
 * leave it in order.
 */
export function openLedger(options: LedgerOptions): Ledger {
  const { files, directory } = options;
  const path = joinPath(directory ?? "", FILE);
  let warned = false;
  let last: Promise<void> = Promise.resolve();

  function warn(problem: string): void {
    if (warned) return;
    warned = true;
    options.warn(
      `cannot use the list of background answers: ${problem}; answers are not affected, responses.ledger: false turns it off`,
    );
  }

  function change(
    edit: (entries: readonly LedgerEntry[]) => readonly LedgerEntry[],
  ): Promise<void> {
    if (directory === undefined) {
      warn("the environment names no home directory");
      return last;
    }
    // One after another in this process; between processes the lock decides.
    return last = last.then(async () => {
      try {
        await files.makeDir(directory);
        await locked(`${path}.lock`, options, () => replace(edit));
      } catch (error) {
        warn(error instanceof Error ? error.message : String(error));
      }
    });
  }

  async function replace(
    edit: (entries: readonly LedgerEntry[]) => readonly LedgerEntry[],
  ): Promise<void> {
    const part = `${path}.part`;
    // Left by a process that was killed.
    if (files.lstatSync(part)) await files.remove(part);
    const entries = edit(readEntries(files, path)).slice(-MAX_LINES);
    const lines = entries.map((entry) => JSON.stringify(entry) + "\n");
    files.createSync(part, new TextEncoder().encode(lines.join("")));
    files.renameSync(part, path);
  }

  return {
    add: (entry) => change((entries) => [...entries, entry]),
    end: (id, status, endedAt) =>
      change((entries) =>
        entries.map((entry) =>
          entry.response_id === id && entry.ended_at === undefined
            ? withEnd(entry, status, endedAt)
            : entry
        )
      ),
    newest(count, caller) {
      if (directory === undefined) return undefined;
      try {
        return readEntries(files, path)
          .filter((entry) => entry.caller === caller).slice(-count).reverse();
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        warn(error.message);
        return undefined;
      }
    },
  };
}

/** The keys of an entry are always in the same order. */
function withEnd(
  { question, caller, ...entry }: LedgerEntry,
  status: string,
  endedAt: string,
): LedgerEntry {
  const ended = { ...entry, status, ended_at: endedAt, question };
  return caller === undefined ? ended : { ...ended, caller };
}

function readEntries(files: Files, path: string): LedgerEntry[] {
  const stat = files.statSync(path);
  if (!stat) return [];
  if (stat.kind !== "file" || stat.size > MAX_BYTES) {
    throw new FileError("not_a_file", path, `${path} is not a list of answers`);
  }
  // The home directory, or another above it, may be a link.
  const bytes = files.readSync(files.realPathSync(path));
  const text = new TextDecoder().decode(bytes);
  return text.split("\n").flatMap((line) => readEntry(line) ?? []);
}

/** A line that is none, as an editor or a full disk leaves it, is passed over. */
function readEntry(line: string): LedgerEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isEntry(entry) ? entry : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isEntry(value: unknown): value is LedgerEntry {
  const names = ["response_id", "tool", "model", "status", "started_at"];
  return isObject(value) && typeof value.question === "string" &&
    names.every((name) => typeof value[name] === "string");
}

/** Runs under a lock that all processes see. */
async function locked(
  lock: string,
  { files, clock }: Pick<LedgerOptions, "files" | "clock">,
  run: () => Promise<void>,
): Promise<void> {
  let seen: number | undefined;
  const begun = clock.monotonic();
  let since = begun;
  while (!take(lock, files)) {
    const mtime = files.lstatSync(lock)?.mtimeMs;
    const now = clock.monotonic();
    if (mtime !== seen) {
      seen = mtime;
      since = now;
    } else if (mtime !== undefined && now - since > STALE_MS) {
      await release(lock, files);
    }
    if (now - begun > MAX_WAIT_MS) throw new Error(`${lock} is in use`);
    await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
  }
  try {
    await run();
  } finally {
    await release(lock, files);
  }
}

function take(lock: string, files: Files): boolean {
  try {
    files.createSync(lock, new Uint8Array());
    return true;
  } catch (error) {
    if (error instanceof FileError && error.kind === "exists") return false;
    throw error;
  }
}

async function release(lock: string, files: Files): Promise<void> {
  try {
    await files.remove(lock);
  } catch (error) {
    // Another process took it for one that died.
    if (!(error instanceof FileError) || error.kind !== "not_found") {
      throw error;
    }
  }
}
