/**
 * The embedded engine beside the one over published manuals, as manuals grow:
 * every figure from a process of its own.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { lanceParts } from "../../tests/kit/lance_parts.ts";
import { BUCKET, startS3 } from "../../tests/kit/s3_stand_in.ts";
import type { BenchOptions, Row, Target } from "./row.ts";
import { quantile, summary } from "./samples.ts";
import { type LargeManual, makeLargeManual } from "./scale/corpus.ts";
import type {
  ManualPlace,
  ReplicaFigures,
  ReplicaTask,
} from "./scale/replica.ts";

const SIZES = [10_000, 50_000, 150_000];
const QUICK_SIZES = [300];
const WARM_UP = 10;
const FOR_MS = 10_000;
const QUICK_FOR_MS = 500;

/** Publishing and serving at several sizes, local and from S3's stand-in. */
export async function scale(options: BenchOptions): Promise<Row[]> {
  const rows: Row[] = [];
  const sizes = options.files?.length
    ? options.files
    : options.quick
    ? QUICK_SIZES
    : SIZES;
  for (const files of sizes) {
    options.progress(`scale: writing ${files} files`);
    await using manual = await makeLargeManual(files);
    rows.push(...await new SizeBench(files, manual, options).run());
  }
  return rows;
}

class SizeBench {
  readonly #size: string;
  readonly #manual: LargeManual;
  readonly #options: BenchOptions;
  readonly #rows = new Map<string, Row>();

  constructor(files: number, manual: LargeManual, options: BenchOptions) {
    this.#size = `${files / 1000}k files`;
    this.#manual = manual;
    this.#options = options;
  }

  async run(): Promise<Row[]> {
    const { root } = this.#manual;
    const work = await Deno.makeTempDir();
    try {
      await this.#embedded({ root, cacheDir: `${work}/cache` });
      await this.#local(`${work}/store`);
      await Deno.remove(`${work}/store`, { recursive: true });
      await this.#s3();
    } finally {
      await Deno.remove(work, { recursive: true });
    }
    return [...this.#rows.values()];
  }

  async #embedded(place: ManualPlace): Promise<void> {
    const built = await this.#find(place, { queries: 1 });
    this.#add("build, embedded", [built.builtMs], {
      note: `${this.#manual.megabytes.toFixed(0)} MB; peak ${
        built.memoryMb.toFixed(0)
      } MB of memory`,
    });
    this.#serve("embedded", await this.#find(place));
  }

  async #local(uri: string): Promise<void> {
    const package_dir = await this.#publish("local", uri);
    const engine = { kind: "lancedb", uri, package_dir } as const;
    this.#serve("published, local", await this.#find({ engine }));
    await this.#replicas({ engine });
  }

  async #s3(): Promise<void> {
    await using s3 = await startS3();
    const uri = `s3://${BUCKET}/bench`;
    const package_dir = await this.#publish("S3 stand-in", uri, s3.env);
    const engine = { kind: "lancedb", uri, package_dir } as const;
    const found = await this.#find({ engine }, { env: s3.env });
    this.#serve("published, S3 stand-in", found);
  }

  async #publish(
    where: string,
    uri: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    this.#options.progress(`scale: publishing ${this.#size}, ${where}`);
    const { packageDir: package_dir } = await lanceParts();
    const { root } = this.#manual;
    const task = { kind: "publish", root, uri, package_dir } as const;
    const { firstMs, memoryMb } = await start(task, env);
    this.#add(`publish, ${where}`, [firstMs], {
      to: "build, embedded",
      target: "≤ 2",
      note: `peak ${memoryMb.toFixed(0)} MB of memory`,
    });
    return package_dir;
  }

  async #find(
    place: ManualPlace,
    { queries, forMs, core, env = {} }: {
      readonly queries?: number;
      readonly forMs?: number;
      readonly core?: number;
      readonly env?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<ReplicaFigures> {
    const what = "engine" in place ? place.engine.uri : "embedded";
    this.#options.progress(`scale: searching ${this.#size}, ${what}`);
    return await start(
      {
        kind: "find",
        started: Date.now(),
        place,
        queries: this.#manual.queries.slice(0, queries),
        warmUp: WARM_UP,
        ...forMs !== undefined && { forMs },
      },
      env,
      core,
    );
  }

  /**
   * How many finds a second two replicas come to. A replica stands for a machine
   * of its own: LanceDB would otherwise give one of them every core there is.
   */
  async #replicas(place: ManualPlace): Promise<void> {
    const forMs = this.#options.quick ? QUICK_FOR_MS : FOR_MS;
    if (!await canPin()) {
      this.#options.progress(
        "scale: no replicas without taskset and two cores",
      );
      return;
    }
    const perSecond = async (cores: readonly number[]): Promise<number> => {
      const found = await Promise.all(
        cores.map((core) => this.#find(place, { forMs, core })),
      );
      return found.reduce((sum, { times }) => {
        const seconds = times.reduce((all, ms) => all + ms, 0) / 1000;
        return sum + times.length / seconds;
      }, 0);
    };
    this.#add("one replica", [await perSecond([0])], {
      unit: "finds/s",
      note: "a replica has one core and asks itself",
    });
    this.#add("two replicas", [await perSecond([0, 1])], {
      unit: "finds/s",
      to: "one replica",
      target: "≥ 1.6",
    });
  }

  #serve(name: string, { firstMs, times, memoryMb }: ReplicaFigures): void {
    const isPublished = name !== "embedded";
    this.#add(`first find of a process, ${name}`, [firstMs], {
      ...isPublished && { to: "first find of a process, embedded" },
      note: `peak ${memoryMb.toFixed(0)} MB of memory`,
    });
    this.#add(`find, ${name}`, times, {
      ...isPublished && { to: "find, embedded" },
      note: `p95 ${
        quantile(times, 0.95).toFixed(0)
      } ms; after ${WARM_UP} finds`,
    });
  }

  #add(
    what: string,
    samples: readonly number[],
    { unit = "ms", to, target, note }: {
      readonly unit?: string;
      readonly to?: string;
      readonly target?: Target;
      readonly note?: string;
    } = {},
  ): void {
    const named = (text: string): string => `${text}, ${this.#size}`;
    const row = { name: named(what), unit, ...summary(samples) };
    this.#options.progress(`${row.name}: ${row.value.toFixed(1)} ${unit}`);
    const other = to === undefined ? undefined : this.#rows.get(named(to));
    this.#rows.set(row.name, {
      ...row,
      ...other && { ratio: row.value / other.value, to: other.name },
      ...target && { target },
      ...note !== undefined && { note },
    });
  }
}

/** Runs a task in a process of its own, on one core where one is named. */
async function start(
  task: ReplicaTask,
  env: Readonly<Record<string, string>>,
  core?: number,
): Promise<ReplicaFigures> {
  const script = fileURLToPath(new URL("./scale/replica.ts", import.meta.url));
  const args = ["run", "-A", script, JSON.stringify(task)];
  const command = core === undefined
    ? new Deno.Command(Deno.execPath(), { args, env, stdin: "null" })
    : new Deno.Command("taskset", {
      args: ["-c", `${core}`, Deno.execPath(), ...args],
      env,
      stdin: "null",
    });
  const { success, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(decoder.decode(stderr));
  return JSON.parse(decoder.decode(stdout));
}

/** Whether processes can be given the first two cores, each one of its own. */
async function canPin(): Promise<boolean> {
  try {
    const args = ["-c", "0", "taskset", "-c", "1", "true"];
    return (await new Deno.Command("taskset", { args }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
