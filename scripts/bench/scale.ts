/**
 * The embedded engine beside the one over published manuals, as manuals grow:
 * every figure from a process of its own.
 *
 * @module
 */
import { lanceParts } from "../../tests/kit/lance_parts.ts";
import { BUCKET, startS3 } from "../../tests/kit/s3_stand_in.ts";
import type { BenchOptions, Row, Target } from "./row.ts";
import { quantile, summary } from "./samples.ts";
import { type LargeManual, makeLargeManual } from "./scale/corpus.ts";
import {
  type Engine,
  ENGINES,
  type Figure,
  FIGURES,
  rowName,
  WARM_UP,
} from "./scale/names.ts";
import { canPin, openRunners, type Runner } from "./scale/processes.ts";
import type { ManualPlace, ReplicaFigures } from "./scale/replica.ts";

const SIZES = [10_000, 50_000, 150_000];
const QUICK_SIZES = [300];
const FOR_MS = 5_000;
const QUICK_FOR_MS = 500;

const [EMBEDDED, LOCAL, S3] = ENGINES;

/** Publishing and serving at several sizes, local and from S3's stand-in. */
export async function scale(options: BenchOptions): Promise<Row[]> {
  const rows: Row[] = [];
  const sizes = options.files?.length
    ? options.files
    : options.quick
    ? QUICK_SIZES
    : SIZES;
  await using opened = await openRunners();
  for (const files of sizes) {
    options.progress(`scale: writing ${files} files`);
    await using manual = await makeLargeManual(files);
    for (const runner of opened.runners) {
      const bench = new SizeBench({ files, manual, runner, options });
      rows.push(...await bench.run());
    }
  }
  return rows;
}

/** What to measure, with what. */
interface SizeOptions {
  readonly files: number;
  readonly manual: LargeManual;
  readonly runner: Runner;
  readonly options: BenchOptions;
}

class SizeBench {
  readonly #with: SizeOptions;
  readonly #rows = new Map<string, Row>();

  constructor(options: SizeOptions) {
    this.#with = options;
  }

  async run(): Promise<Row[]> {
    const { manual: { root } } = this.#with;
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
    const { builtMs, memoryMb } = await this.#find(place, { queries: 1 });
    const note = `${this.#with.manual.megabytes.toFixed(0)} MB`;
    this.#add("build", EMBEDDED, [builtMs], { note });
    this.#add("buildMemory", EMBEDDED, [memoryMb], { unit: "MB" });
    this.#serve(EMBEDDED, await this.#find(place));
  }

  async #local(uri: string): Promise<void> {
    const package_dir = await this.#publish(LOCAL, uri);
    const engine = { kind: "lancedb", uri, package_dir } as const;
    this.#serve(LOCAL, await this.#find({ engine }));
    await this.#replicas({ engine });
  }

  async #s3(): Promise<void> {
    await using s3 = await startS3();
    const uri = `s3://${BUCKET}/bench`;
    const package_dir = await this.#publish(S3, uri, s3.env);
    const engine = { kind: "lancedb", uri, package_dir } as const;
    this.#serve(S3, await this.#find({ engine }, { env: s3.env }));
  }

  async #publish(
    where: Engine,
    uri: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { packageDir: package_dir } = await lanceParts();
    const { manual: { root }, runner } = this.#with;
    const task = { kind: "publish", root, uri, package_dir } as const;
    const { firstMs, memoryMb } = await runner.run(task, env);
    this.#add("build", where, [firstMs], { target: "≤ 2" });
    this.#add("buildMemory", where, [memoryMb], { unit: "MB" });
    return package_dir;
  }

  async #find(
    place: ManualPlace,
    { queries, forMs, core, env }: {
      readonly queries?: number;
      readonly forMs?: number;
      readonly core?: number;
      readonly env?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<ReplicaFigures> {
    const { manual, runner } = this.#with;
    const task = {
      kind: "find",
      started: Date.now(),
      place,
      queries: manual.queries.slice(0, queries),
      warmUp: WARM_UP,
      ...forMs !== undefined && { forMs },
    } as const;
    return await runner.run(task, env, core);
  }

  /**
   * How many finds a second two replicas come to. A replica stands for a machine
   * of its own: LanceDB would otherwise give one of them every core there is.
   */
  async #replicas(place: ManualPlace): Promise<void> {
    const { quick, progress } = this.#with.options;
    const forMs = quick ? QUICK_FOR_MS : FOR_MS;
    if (!await canPin()) {
      progress("scale: no replicas without taskset and two cores");
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
    const unit = "finds/s";
    const note = "a replica has one core and asks itself";
    this.#add("one", LOCAL, [await perSecond([0])], { unit, note });
    const two = [await perSecond([0, 1])];
    this.#add("two", LOCAL, two, { unit, to: "one", target: "≥ 1.6" });
  }

  #serve(engine: Engine, { firstMs, times, memoryMb }: ReplicaFigures): void {
    const p95 = quantile(times, 0.95).toFixed(0);
    this.#add("first", engine, [firstMs]);
    this.#add("find", engine, times, { note: `p95 ${p95} ms` });
    this.#add("findMemory", engine, [memoryMb], { unit: "MB" });
  }

  /** Beside another figure of the engine, or the embedded engine's own. */
  #add(
    figure: Figure,
    engine: Engine,
    samples: readonly number[],
    { unit = "ms", to, target, note }: {
      readonly unit?: string;
      readonly to?: Figure;
      readonly target?: Target;
      readonly note?: string;
    } = {},
  ): void {
    const { files, runner: { on }, options } = this.#with;
    const name = rowName(FIGURES[figure], engine, files, on);
    const row = { name, unit, ...summary(samples) };
    options.progress(`${name}: ${row.value.toFixed(1)} ${unit}`);
    const beside = to
      ? rowName(FIGURES[to], engine, files, on)
      : rowName(FIGURES[figure], EMBEDDED, files, on);
    const other = this.#rows.get(beside);
    this.#rows.set(name, {
      ...row,
      ...other && { ratio: row.value / other.value, to: other.name },
      ...target && { target },
      ...note !== undefined && { note },
    });
  }
}
