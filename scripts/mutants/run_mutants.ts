import {
  applyMutant,
  describeMutant,
  type Mutant,
  mutantsOf,
} from "./mutants_of.ts";
import { walk } from "../../tests/kit/walk.ts";

/** What to plant, and until when. */
export interface RunOptions {
  /** The project, with a slash at its end. */
  readonly root: string;
  /** A folder or file, relative to `src`. */
  readonly room: string;
  /** Tests besides those that mirror the room, relative to the project. */
  readonly tests: readonly string[];
  /** Gives whole numbers below a bound. */
  readonly random: (below: number) => number;
  readonly seconds: number;
  /** Takes a line for each survivor. */
  readonly tell: (line: string) => void;
}

/** How many were tried, and what came of it. */
export interface RunResult {
  readonly tried: number;
  readonly known: number;
  readonly survivors: number;
}

interface Planted extends Mutant {
  /** Relative to the project. */
  readonly path: string;
  readonly source: string;
}

/** A defect may loop for ever: so much longer than without one is noticed. */
const PATIENCE = 5;
const LEAST_PATIENCE_MS = 10_000;

/**
 * Plants mutants in copies of the project until time is up, and runs the tests.
 *
 * @throws {RangeError} when there is no such room, or its tests fail as it is
 */
export async function runMutants(options: RunOptions): Promise<RunResult> {
  const { root, room, random, seconds, tell } = options;
  const mutants = shuffled(findMutants(root, room), random);
  if (mutants.length === 0) throw new RangeError(`Nothing in src/${room}`);
  const tests = [...testsOf(root, room), ...options.tests];
  const copies = await Promise.all(
    Array.from({ length: navigator.hardwareConcurrency }, () => copy(root)),
  );
  try {
    const patience = await timeTests(copies[0] ?? root, tests);
    const end = performance.now() + seconds * 1000;
    let tried = 0;
    let survivors = 0;
    await Promise.all(copies.map(async (dir) => {
      while (tried < mutants.length && performance.now() < end) {
        const mutant = mutants[tried++];
        if (!mutant || await isNoticed(mutant, { dir, tests, patience })) {
          continue;
        }
        survivors++;
        tell(`${mutant.path}:${describeMutant(mutant.source, mutant)}`);
      }
    }));
    return { tried, known: mutants.length, survivors };
  } finally {
    for (const dir of copies) await Deno.remove(dir, { recursive: true });
  }
}

function findMutants(root: string, room: string): Planted[] {
  const paths = room.endsWith(".ts")
    ? [`src/${room}`]
    : walk(`${root}src/${room}`).map((path) => `src/${room}/${path}`);
  return paths.flatMap((path) => {
    const source = Deno.readTextFileSync(root + path);
    return mutantsOf(source).map((mutant) => ({ ...mutant, path, source }));
  });
}

function shuffled<T>(all: readonly T[], random: RunOptions["random"]): T[] {
  return all.map((one) => ({ one, at: random(2 ** 32) }))
    .sort((a, b) => a.at - b.at).map(({ one }) => one);
}

/** The tests that mirror a room: of it, or of the next one that has any. */
function testsOf(root: string, room: string): string[] {
  const name = room.replace(/\.ts$/, "").replace(/\/$/, "");
  for (const path of [`tests/${name}_test.ts`, `tests/${name}`]) {
    if (exists(root + path)) return [path];
  }
  const outer = name.slice(0, Math.max(0, name.lastIndexOf("/")));
  return outer === "" ? [] : testsOf(root, outer);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Copies what belongs to the project, as it is now. */
async function copy(root: string): Promise<string> {
  const dir = `${await Deno.makeTempDir()}/`;
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd: root,
  }).output();
  for (const path of new TextDecoder().decode(stdout).split("\0")) {
    if (path === "" || !exists(root + path)) continue;
    const parent = path.slice(0, path.lastIndexOf("/") + 1);
    await Deno.mkdir(dir + parent, { recursive: true });
    await Deno.copyFile(root + path, dir + path);
  }
  return dir;
}

/** How long to wait for tests that may never end. */
async function timeTests(
  dir: string,
  tests: readonly string[],
): Promise<number> {
  const started = performance.now();
  if (tests.length === 0 || !await passes(dir, tests)) {
    throw new RangeError(
      `Without any defect ${tests.join(" ") || "no test"} should pass`,
    );
  }
  const ms = performance.now() - started;
  return Math.max(LEAST_PATIENCE_MS, PATIENCE * ms);
}

async function isNoticed(
  mutant: Planted,
  { dir, tests, patience }: {
    readonly dir: string;
    readonly tests: readonly string[];
    readonly patience: number;
  },
): Promise<boolean> {
  const { path, source } = mutant;
  await Deno.writeTextFile(dir + path, applyMutant(source, mutant));
  try {
    return !await passes(dir, tests, AbortSignal.timeout(patience));
  } finally {
    await Deno.writeTextFile(dir + path, source);
  }
}

async function passes(
  dir: string,
  tests: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const config = ["--config", "scripts/deno.json"];
  // What the compiler notices is no defect that tests must find.
  const args = ["test", "-A", "--no-check", "--fail-fast", ...config, ...tests];
  const { success } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: dir,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    ...signal && { signal },
  }).output();
  return success;
}
