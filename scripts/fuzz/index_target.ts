import fc from "fast-check";
import { openFinder } from "../../src/manuals/find/open_finder.ts";
import { runtime } from "../../src/runtime/deno.ts";
import type { Files } from "../../src/runtime/runtime.ts";
import {
  ask,
  findSettings,
  itemsOf,
  settle,
} from "../../tests/kit/find_setup.ts";
import { GUIDE } from "../../tests/kit/guide.ts";
import { makeManualRoot } from "../../tests/kit/manual_root.ts";
import { changedBytes, joined } from "./changes.ts";
import type { OpenTarget, Target } from "./target.ts";

/** The bytes of an index file as a process finds them. */
export interface IndexInput {
  readonly bytes: Uint8Array;
  /** Read in parts, as large ones are. */
  readonly inParts: boolean;
}

const QUERIES: readonly [query: string, required: string][] = [
  ["restore the backup", "backup"],
  ["保険料の控除の申請", "申請"],
  ["AB-123", "AB-123"],
];

/**
 * Persisted indexes: flipped bits, cut ends and foreign bytes change no result,
 * because what is not whole is built again.
 */
export const indexTarget: Target<IndexInput> = {
  name: "index",
  unit: "index files",
  open: openIndex,
};

async function openIndex(): Promise<OpenTarget<IndexInput>> {
  const root = makeManualRoot(GUIDE);
  // What has just been written would be indexed anew, whatever was stored.
  settle(`${root.path}/guide`);
  const kept = keptInMemory();
  const original = await resultsOf(root.path, kept.files);
  const whole = kept.index();
  const unharmed = await resultsOf(root.path, kept.files);
  if (whole.length === 0 || unharmed !== original) {
    throw new Error("The index is not kept, or it changes the results");
  }
  return {
    inputs: fc.record({ bytes: harmed(whole), inParts: fc.boolean() }),
    async check({ bytes, inParts }) {
      kept.put(bytes, inParts);
      const results = await resultsOf(root.path, kept.files);
      const problem = results === original
        ? undefined
        : `results differ: ${results} instead of ${original}`;
      return { units: 1, problem };
    },
    show: ({ bytes, inParts }) =>
      `${inParts ? "in parts, " : ""}${difference(bytes, whole)}`,
    [Symbol.asyncDispose](): Promise<void> {
      root[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}

const CACHE = "/cache-in-memory";
/** From this size on, an index is read in parts. */
const LARGE_BYTES = 2 ** 21;

/** Files whose cache directory is a map. */
function keptInMemory(): {
  files: Files;
  index(): Uint8Array;
  put(bytes: Uint8Array, inParts: boolean): void;
} {
  let large = false;
  const stored = new Map<string, Uint8Array>();
  const { files } = runtime;
  const isKept = (path: string): boolean => path.startsWith(CACHE);
  const names = (): string[] =>
    [...stored.keys()].filter((name) => name.endsWith(".index"));
  return {
    files: {
      ...files,
      statSync(path) {
        const bytes = stored.get(path);
        if (!isKept(path)) return files.statSync(path);
        const size = (bytes?.length ?? 0) + (large ? LARGE_BYTES : 0);
        return bytes &&
          { kind: "file", size, mtimeMs: 0, ctimeSec: 0, dev: 0, ino: 0 };
      },
      openSync(path) {
        const bytes = stored.get(path);
        if (!bytes) return files.openSync(path);
        return {
          readSync(target, at): number {
            const part = bytes.subarray(at, at + target.length);
            target.set(part);
            return part.length;
          },
          close: () => undefined,
        };
      },
      listSync: (path) => isKept(path) ? [] : files.listSync(path),
      readSync: (path) => stored.get(path)?.slice() ?? files.readSync(path),
      appendSync(path, data) {
        if (!isKept(path)) throw new Error(`Writes ${path}`);
        const before = stored.get(path) ?? new Uint8Array();
        stored.set(path, joined(before, data));
      },
      renameSync(from, to) {
        const bytes = stored.get(from);
        if (bytes) stored.set(to, bytes);
        stored.delete(from);
      },
      remove: (path) => Promise.resolve(void stored.delete(path)),
      makeDir: () => Promise.resolve(),
    },
    index: () => stored.get(names()[0] ?? "") ?? new Uint8Array(),
    put(bytes, inParts): void {
      large = inParts;
      for (const name of names()) stored.set(name, bytes);
    },
  };
}

/** What a new process finds. */
async function resultsOf(root: string, files: Files): Promise<string> {
  const finder = openFinder({
    runtime: { ...runtime, files },
    root,
    settings: findSettings(),
    cacheDir: CACHE,
  });
  try {
    const found: unknown[] = [];
    for (const [query, required] of QUERIES) {
      const { trace_id } = await finder.find(ask(query, required));
      found.push(itemsOf(finder, trace_id));
    }
    await finder.settled();
    return JSON.stringify(found);
  } finally {
    await finder.close();
  }
}

function harmed(whole: Uint8Array): fc.Arbitrary<Uint8Array> {
  return fc.oneof(
    fc.nat(whole.length - 1).map((length) => whole.slice(0, length)),
    fc.uint8Array({ maxLength: 64 }),
    {
      weight: 4,
      arbitrary: changedBytes(fc.constant(whole), {
        minLength: 1,
        maxLength: 3,
      }),
    },
  );
}

function difference(bytes: Uint8Array, whole: Uint8Array): string {
  const at = bytes.findIndex((byte, i) => byte !== whole[i]);
  const near = [...bytes.subarray(Math.max(0, at - 4), at + 12)];
  return `${bytes.length} of ${whole.length} bytes, first other at ${at}: ${near}`;
}
