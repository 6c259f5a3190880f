import {
  applyMutant,
  describeMutant,
  lineOf,
  type Mutant,
  mutantsOf,
} from "./mutants_of.ts";
import { ProjectCopy } from "./project_copy.ts";
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
  /** Folders or files, relative to `src`. */
  readonly rooms: readonly string[];
  /** Folders or files of tests, relative to the project. */
  readonly tests: readonly string[];
  /** Gives whole numbers below a bound; a new one for each room. */
  readonly random: () => (below: number) => number;
  /** For each room. */
  readonly seconds: number;
  /** Takes a line for each survivor, and one for each room. */
  readonly tell: (line: string) => void;
}

interface Planted extends Mutant {
  readonly place: Place;
  readonly source: string;
}

/**
 * Plants mutants in copies of the project, room by room, and runs the tests.
 * Gives the number of those that nothing noticed.
 *
 * @throws {RangeError} when there is no such room, or tests fail as it is
 */
export async function runMutants(options: RunOptions): Promise<number> {
  const { root, rooms, seconds, tell } = options;
  const found = rooms.map((room) => {
    const mutants = findMutants(root, room);
    if (mutants.length === 0) throw new RangeError(`Nothing in src/${room}`);
    return { room, mutants: shuffled(mutants, options.random()) };
  });
  const copies = await Promise.all(
    Array.from(
      { length: navigator.hardwareConcurrency },
      () => ProjectCopy.make(root),
    ),
  );
  try {
    const tests = await measureTests(copies, testFiles(root, options.tests));
    let all = 0;
    for (const { room, mutants } of found) {
      const end = performance.now() + seconds * 1000;
      let survivors = 0;
      const tried = await shareOut(mutants, copies, async (mutant, copy) => {
        if (performance.now() >= end) return false;
        const running = likelyTests(mutant.place, tests);
        if (!await isNoticed(mutant, copy, running)) {
          survivors++;
          const shown = describeMutant(mutant.source, mutant);
          const where = running.length === 0 ? ", where no test comes" : "";
          tell(`${mutant.place.path}:${shown}${where}`);
        }
        return true;
      });
      tell(
        `${room}: ${tried} of ${mutants.length} tried, ${survivors} survived`,
      );
      all += survivors;
    }
    return all;
  } finally {
    for (const copy of copies) await copy.remove();
  }
}

function findMutants(root: string, room: string): Planted[] {
  const paths = room.endsWith(".ts")
    ? [`src/${room}`]
    : walk(`${root}src/${room}`).map((path) => `src/${room}/${path}`);
  return paths.flatMap((path) => {
    const source = Deno.readTextFileSync(root + path);
    return mutantsOf(source).map((mutant) => {
      const place = { path, line: lineOf(source, mutant) };
      return { ...mutant, place, source };
    });
  });
}

function shuffled<T>(
  all: readonly T[],
  random: (below: number) => number,
): T[] {
  return all.map((one) => ({ one, at: random(2 ** 32) }))
    .sort((a, b) => a.at - b.at).map(({ one }) => one);
}

function testFiles(root: string, tests: readonly string[]): string[] {
  return tests.flatMap((path) =>
    path.endsWith(".ts")
      ? [path]
      : walk(root + path).filter((name) => name.endsWith("_test.ts"))
        .map((name) => `${path}/${name}`)
  );
}

async function measureTests(
  copies: readonly ProjectCopy[],
  paths: readonly string[],
): Promise<KnownTest[]> {
  const tests: KnownTest[] = [];
  await shareOut(paths, copies, async (path, copy) => {
    const started = performance.now();
    const lines = await copy.linesOf(path);
    if (!lines) throw new RangeError(`Without any defect ${path} fails`);
    const ms = performance.now() - started;
    tests.push({ path, lines, ms, noticed: new Map(), run: new Map() });
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
