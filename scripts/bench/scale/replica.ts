// deno-lint-ignore-file no-console -- the benchmark reads what it prints
/**
 * One process of the scale benchmark: publishes or serves, and prints figures as
 * JSON. Its one argument is a {@linkcode ReplicaTask}.
 *
 * @module
 */
import { defaultConfig } from "../../../src/config/draft.ts";
import { Library } from "../../../src/manuals/library/library.ts";
import { openFinder } from "../../../src/manuals/find/open_finder.ts";
import { publish } from "../../../src/manuals/search/lance/publish/publish.ts";
import type { EngineSettings } from "../../../src/manuals/search/lance/serve/lance_store.ts";
import { runtime } from "../../../src/runtime/deno.ts";
import { ask } from "../manuals/synthetic_manual.ts";

/** Where the manual is. */
export type ManualPlace =
  | { readonly root: string; readonly cacheDir: string }
  | { readonly engine: EngineSettings };

/** What a process is to do. */
export type ReplicaTask =
  | {
    readonly kind: "publish";
    readonly root: string;
    readonly uri: string;
    readonly package_dir: string;
  }
  | {
    readonly kind: "find";
    /** When it was started, in milliseconds since the epoch. */
    readonly started: number;
    readonly place: ManualPlace;
    readonly queries: readonly string[];
    /** How many only warm up. */
    readonly warmUp: number;
    /** Ask over and over for this long instead of each query once. */
    readonly forMs?: number;
  };

/** What it found. */
export interface ReplicaFigures {
  /** Of the whole task, or until the first find was answered. */
  readonly firstMs: number;
  /** Until all was indexed: a find that takes long answers with what there is. */
  readonly builtMs: number;
  /** Of each find after the warm-up. */
  readonly times: readonly number[];
  /** Peak of the resident memory, which only Linux tells. */
  readonly memoryMb: number;
}

/** Does a task on the runtime on which this runs. */
export async function replica(task: ReplicaTask): Promise<ReplicaFigures> {
  const figures = task.kind === "publish"
    ? await write(task)
    : await find(task);
  return { ...figures, memoryMb: peakMemory() };
}

type Times = Omit<ReplicaFigures, "memoryMb">;

async function write(
  { root, uri, package_dir }: Extract<ReplicaTask, { kind: "publish" }>,
): Promise<Times> {
  const started = performance.now();
  await publish({
    library: new Library(runtime.files, { root }),
    settings: { uri, package_dir },
    runtime,
    maxFileBytes: defaultConfig().manuals.max_file_bytes,
  });
  const builtMs = performance.now() - started;
  return { firstMs: builtMs, builtMs, times: [] };
}

async function find(
  { started, place, queries, warmUp, forMs = 0 }: Extract<
    ReplicaTask,
    { kind: "find" }
  >,
): Promise<Times> {
  const settings = { ...defaultConfig().manuals, refresh_ms: 3_600_000 };
  const finder = openFinder({ runtime, settings, ...place });
  const times: number[] = [];
  const findOne = async (query: string): Promise<number> => {
    const asked = performance.now();
    await finder.find(ask(query));
    return performance.now() - asked;
  };
  await findOne(queries[0] ?? "");
  const firstMs = Date.now() - started;
  await finder.settled();
  const builtMs = Date.now() - started;
  for (const query of queries.slice(1, warmUp)) await findOne(query);
  const end = performance.now() + forMs;
  do {
    for (const query of queries.slice(warmUp)) {
      times.push(await findOne(query));
      if (forMs > 0 && performance.now() >= end) break;
    }
  } while (performance.now() < end);
  await finder.close();
  return { firstMs, builtMs, times };
}

function peakMemory(): number {
  if (runtime.os !== "linux") return NaN;
  const bytes = runtime.files.readTrustedSync("/proc/self/status");
  const status = new TextDecoder().decode(bytes);
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) * 1024 / 1e6;
}

if (import.meta.main) {
  console.log(JSON.stringify(await replica(JSON.parse(Deno.args[0] ?? ""))));
}
