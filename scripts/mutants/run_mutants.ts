import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import {
  applyMutant,
  lineOf,
  lineTextOf,
  type Mutant,
  mutantsOf,
  wasAndNow,
} from "./mutants_of.ts";
import { ProjectCopy } from "./project_copy.ts";
import type { RoomRun, Survivor } from "./record.ts";
import {
  anyFails,
  type KnownTest,
  likelyTests,
  type Place,
} from "./known_tests.ts";
import { walk } from "../../tests/kit/walk.ts";

/** What to plant, and until when. */
export interface RunOptions {
  /** The project, with a slash at its end. */
  readonly root: string;
  /** Folders or files, relative to `src`; `x/*.ts` are the files right in `x`. */
  readonly rooms: readonly string[];
  /** Folders or files of tests, relative to the project. */
  readonly tests: readonly string[];
  /** Which are tried, and in which order, follows from it. */
  readonly seed: number;
  /** For each room. */
  readonly seconds: number;
  /** In each room. */
  readonly most: number;
  /** Gives the reason why a survivor may live, or an empty one. */
  readonly reasonOf: (survivor: Omit<Survivor, "why">) => string;
  /** Takes a line for each survivor, and one for each room. */
  readonly tell: (line: string) => void;
  /** Told how far the tests are that are run once before. */
  readonly progress?: (done: number, total: number) => void;
}

interface Planted extends Mutant {
  readonly place: Place;
  readonly source: string;
  readonly shown: Omit<Survivor, "why">;
}

/**
 * Plants mutants in copies of the project, room by room, and runs the tests.
 *
 * @throws {RangeError} when there is no such room or test, or tests fail as it is
 */
export async function runMutants(options: RunOptions): Promise<RoomRun[]> {
  const { root, rooms, seed, seconds, most, reasonOf, tell } = options;
  const found = rooms.map((room) => {
    const isInside = !room.split("/").includes("..");
    const mutants = isInside ? findMutants(root, room) : [];
    if (mutants.length === 0) throw new RangeError(`Nothing in src/${room}`);
    return { room, mutants: shuffled(mutants, seed) };
  });
  const testPaths = testFiles(root, options.tests);
  const copies = await Promise.all(
    Array.from(
      { length: navigator.hardwareConcurrency },
      () => ProjectCopy.make(root),
    ),
  );
  try {
    const tests = await measureTests(copies, testPaths, options);
    const runs: RoomRun[] = [];
    for (const { room, mutants } of found) {
      const end = performance.now() + seconds * 1000;
      const living = new Map<Planted, Survivor>();
      const chosen = mutants.slice(0, most);
      const tried = await shareOut(chosen, copies, async (mutant, copy) => {
        if (performance.now() >= end) return false;
        const running = likelyTests(mutant.place, tests);
        if (await isNoticed(mutant, copy, running)) return true;
        const why = reasonOf(mutant.shown);
        living.set(mutant, { ...mutant.shown, why });
        const { place: { path, line }, shown: { was, now } } = mutant;
        const where = running.length === 0 ? ", where no test comes" : "";
        const because = why === "" ? "" : `, explained: ${why}`;
        tell(`${path}:${line}: ${was} → ${now}${where}${because}`);
        return true;
      });
      const survivors = [...living].sort(([a], [b]) =>
        compare(a.place.path, b.place.path) || a.start - b.start
      ).map(([, survivor]) => survivor);
      const explained = survivors.filter(({ why }) => why !== "").length;
      const counts = `${tried} of ${mutants.length} tried`;
      const after = explained === 0 ? "" : `, ${explained} of them explained`;
      tell(`${room}: ${counts}, ${survivors.length} survived${after}`);
      runs.push({ room, tried, of: mutants.length, survivors });
    }
    return runs;
  } finally {
    for (const copy of copies) await copy.remove();
  }
}

function findMutants(root: string, room: string): Planted[] {
  return filesOf(root, room).flatMap((path) => {
    const source = Deno.readTextFileSync(root + path);
    return mutantsOf(source).map((mutant) => {
      const place = { path, line: lineOf(source, mutant) };
      const line = lineTextOf(source, mutant);
      const shown = { file: path, line, ...wasAndNow(source, mutant) };
      return { ...mutant, place, source, shown };
    });
  });
}

function filesOf(root: string, room: string): string[] {
  const folder = room.replace(/\/?\*\.ts$/, "");
  if (room.endsWith(".ts") && folder === room) return [`src/${room}`];
  const all = walk(`${root}src/${folder}`);
  const files = folder === room ? all : all.filter((at) => !at.includes("/"));
  return files.map((path) => ["src", folder, path].filter(Boolean).join("/"));
}

/** The order stays when another part of the room is changed. */
function shuffled(all: readonly Planted[], seed: number): Planted[] {
  return all.map((one) => ({
    one,
    at: hash([seed, ...Object.values(one.shown)]),
  }))
    .sort((a, b) => compare(a.at, b.at)).map(({ one }) => one);
}

function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function testFiles(root: string, tests: readonly string[]): string[] {
  return tests.flatMap((path) => {
    const folder = path.replace(/\/$/, "");
    const found = path.endsWith(".ts")
      ? [path].filter((file) => existsSync(root + file))
      : walk(root + folder).filter((name) => name.endsWith("_test.ts"))
        .map((name) => `${folder}/${name}`);
    if (found.length === 0) throw new RangeError(`No tests in ${path}`);
    return found;
  });
}

async function measureTests(
  copies: readonly ProjectCopy[],
  paths: readonly string[],
  { progress }: RunOptions,
): Promise<KnownTest[]> {
  const tests: KnownTest[] = [];
  await shareOut(paths, copies, async (path, copy) => {
    const started = performance.now();
    const lines = await copy.linesOf(path);
    if (!lines) throw new RangeError(`Without any defect ${path} fails`);
    const ms = performance.now() - started;
    tests.push({ path, lines, ms, noticed: new Map(), run: new Map() });
    progress?.(tests.length, paths.length);
    return true;
  });
  return tests;
}

async function isNoticed(
  mutant: Planted,
  copy: ProjectCopy,
  tests: readonly KnownTest[],
): Promise<boolean> {
  const { place: { path }, source } = mutant;
  await copy.write(path, applyMutant(source, mutant));
  try {
    return await anyFails(path, tests, copy) || await copy.isRefused(path);
  } finally {
    await copy.write(path, source);
  }
}

/** Works through a list, one at a time in each copy, while it is told to. */
async function shareOut<T>(
  all: readonly T[],
  copies: readonly ProjectCopy[],
  work: (one: T, copy: ProjectCopy) => Promise<boolean>,
): Promise<number> {
  const entries = all.values();
  let done = 0;
  await Promise.all(copies.map(async (copy) => {
    for (const one of entries) {
      if (!await work(one, copy)) break;
      done++;
    }
  }));
  return done;
}
