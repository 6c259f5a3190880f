import assert from "node:assert/strict";
import { expectAnswer } from "../expect.ts";
import {
  cached,
  cacheDir,
  expectPage,
  find,
  makeManual,
  manualEnv,
  openManual,
} from "../manual.ts";
import { canRun } from "../../../tests/kit/launch.ts";
import { PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import { mountTmpfs } from "../mount.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { type ScenarioGroup, Skipped, type Stage } from "../scenario.ts";
import { pause, until } from "../../../tests/kit/within.ts";

const PAGES = 400;
const WARNING = /cannot write the index of .*going on without/;

/** Starts a server on a manual; the first find has not been asked for. */
async function open(
  { dir, start }: Stage,
  pages = PAGES,
): Promise<{ program: Program; env: Record<string, string> }> {
  const env = manualEnv(await makeManual(dir, pages), dir);
  const program = start(env);
  await openManual(program);
  return { program, env };
}

/** Lets a running process write files of no more than so many bytes. */
async function limitFiles(pid: number, limit: string): Promise<void> {
  const args = [`--pid=${pid}`, `--fsize=${limit}`];
  const { success } = await new Deno.Command("prlimit", { args }).output();
  assert.ok(success, "prlimit failed");
}

/** The cache cannot be used: searches work, and a warning says so. */
async function expectWarning({ program }: { program: Program }): Promise<void> {
  await expectPage(program, 3);
  await until(PATIENCE_MS, "the warning", () => WARNING.test(program.stderr));
  await expectPage(program, 4);
  // Not to be read is one thing, not to be written another; not more.
  const lines = program.stderr.match(/\n/g)?.length ?? 0;
  assert.ok(lines <= 2, program.stderr);
  await expectAnswer(program);
}

/** Settles when a server has begun to write its index. */
async function began(dir: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const names = await cached(dir);
    if (names.length > 0) return;
  }
  throw new Error("Nothing was written");
}

/** If every kill came too late, leaves what one in time would have left. */
async function halve(dir: string): Promise<void> {
  for (const name of await cached(dir)) {
    if (!name.endsWith(".index")) continue;
    const path = `${cacheDir(dir)}/${name}`;
    const bytes = await Deno.readFile(path);
    const half = bytes.subarray(0, bytes.length >> 1);
    await Deno.writeFile(`${path}.killed.part`, half);
    await Deno.remove(path);
  }
}

/** Makes what is in the cache a day old. */
async function age(dir: string): Promise<void> {
  const yesterday = Date.now() / 1000 - 24 * 60 * 60;
  for (const name of await cached(dir)) {
    await Deno.utime(`${cacheDir(dir)}/${name}`, yesterday, yesterday);
  }
}

/** Empties the cache. */
async function clear(dir: string): Promise<void> {
  for (const name of await cached(dir)) {
    await Deno.remove(`${cacheDir(dir)}/${name}`);
  }
}

/** What happens to the index between processes. */
export const MANUAL_CACHE: ScenarioGroup = {
  title: "The index of the manuals cannot be kept",
  scenarios: [
    {
      name: "killed-while-writing",
      sees:
        "the next start answers as if nothing had been there, and in time clears away what was left",
      async run(stage) {
        const { dir, start } = stage;
        const env = manualEnv(await makeManual(dir, 300, 60), dir);
        let caught = false;
        for (let round = 0; round < 5 && !caught; round++) {
          await clear(dir);
          const victim = start(env);
          await openManual(victim);
          find(victim, "page7").catch(() => undefined);
          await began(dir);
          victim.kill("SIGKILL");
          await victim.exited;
          const names = await cached(dir);
          caught = !names.some((name) => name.endsWith(".index"));
        }
        if (!caught) await halve(dir);
        await age(dir);
        const left = await cached(dir);
        assert.ok(left.some((name) => name.endsWith(".part")), left.join());
        const next = start(env);
        await openManual(next);
        await expectPage(next, 7);
        await until(PATIENCE_MS, "a whole index and nothing else", async () => {
          const names = await cached(dir);
          return names.length === 1 && names[0]?.endsWith(".index") === true;
        });
        assert.equal(next.stderr, "");
        await expectAnswer(next);
      },
    },
    {
      name: "killed-while-indexing",
      sees: "the next start answers, whenever the one before was killed",
      async run(stage) {
        const { program, env } = await open(stage);
        let victim = program;
        for (const wait of [0, 20, 60, 120, 250]) {
          find(victim, "page7").catch(() => undefined);
          await pause(wait);
          victim.kill("SIGKILL");
          await victim.exited;
          victim = stage.start(env);
          await openManual(victim);
        }
        await expectPage(victim, 7);
      },
    },
    {
      name: "index-damaged",
      sees: "ordinary answers: a damaged index is built anew",
      async run(stage) {
        const { program, env } = await open(stage, 20);
        await expectPage(program, 7);
        const { dir } = stage;
        const written = async (): Promise<boolean> =>
          (await cached(dir)).some((name) => name.endsWith(".index"));
        await until(PATIENCE_MS, "the index", written);
        const [name = ""] = await cached(dir);
        const path = `${cacheDir(dir)}/${name}`;
        const good = await Deno.readFile(path);
        const flipped = good.slice();
        flipped[good.length >> 1] = (flipped[good.length >> 1] ?? 0) ^ 0xff;
        const damaged = [
          good.subarray(0, good.length >> 1),
          flipped,
          new Uint8Array(0),
          new TextEncoder().encode("not an index"),
        ];
        for (const bytes of damaged) {
          await Deno.writeFile(path, bytes);
          const next = stage.start(env);
          await openManual(next);
          await expectPage(next, 7);
          assert.equal(next.stderr, "");
        }
      },
    },
    {
      name: "cache-is-a-file",
      sees: "ordinary answers, and a warning on standard error",
      async run(stage) {
        await Deno.writeTextFile(`${stage.dir}/cache`, "in the way");
        await expectWarning(await open(stage, 20));
      },
    },
    {
      name: "cache-read-only",
      sees: "ordinary answers, and a warning on standard error",
      async run(stage) {
        await using _ = await mountTmpfs(cacheDir(stage.dir), "ro,size=1m");
        await expectWarning(await open(stage, 20));
      },
    },
    {
      name: "cache-full",
      sees:
        "ordinary answers, and a warning on standard error; no part of an index is left",
      async run(stage) {
        const { dir } = stage;
        await using _ = await mountTmpfs(cacheDir(dir), "size=16k");
        await expectWarning(await open(stage, PAGES));
        assert.deepEqual(await cached(dir), []);
      },
    },
    {
      name: "cache-full-for-a-while",
      sees: "ordinary answers; the index is kept once there is room for it",
      async run(stage) {
        const { dir } = stage;
        const path = cacheDir(dir);
        await using _ = await mountTmpfs(path, "size=1m");
        await Deno.writeFile(`${path}/filler`, new Uint8Array(2 ** 20)).catch(
          () => undefined,
        );
        const { program } = await open(stage, 20);
        await expectWarning({ program });
        await Deno.remove(`${path}/filler`);
        await until(PATIENCE_MS, "the index", async () => {
          await expectPage(program, 5);
          await pause(200);
          return (await cached(dir)).some((name) => name.endsWith(".index"));
        });
      },
    },
    {
      name: "cache-limited",
      sees:
        "the same when it is the size of a file that is limited (RLIMIT_FSIZE)",
      async run(stage) {
        if (!await canRun("prlimit")) throw new Skipped("needs prlimit");
        const { program } = await open(stage, 20);
        await limitFiles(program.pid, "100:unlimited");
        await expectWarning({ program });
        await limitFiles(program.pid, "unlimited:unlimited");
        await until(PATIENCE_MS, "the index", async () => {
          await expectPage(program, 5);
          await pause(200);
          return (await cached(stage.dir)).some((name) =>
            name.endsWith(".index")
          );
        });
      },
    },
    {
      name: "index-is-a-pipe",
      sees: "ordinary answers: nothing waits for a pipe in an index's place",
      async run(stage) {
        if (Deno.build.os === "windows") throw new Skipped("needs mkfifo");
        const { program, env } = await open(stage, 20);
        await expectPage(program, 7);
        const { dir } = stage;
        const written = async (): Promise<boolean> =>
          (await cached(dir)).some((name) => name.endsWith(".index"));
        await until(PATIENCE_MS, "the index", written);
        for (const name of await cached(dir)) {
          await Deno.remove(`${cacheDir(dir)}/${name}`);
          const args = [`${cacheDir(dir)}/${name}`];
          await new Deno.Command("mkfifo", { args }).output();
        }
        const next = stage.start(env);
        for (const each of [program, next]) {
          await openManual(each);
          await expectPage(each, 8);
        }
        await expectAnswer(next);
      },
    },
    {
      name: "two-servers-one-cache",
      sees: "ordinary answers from both",
      async run(stage) {
        const { program, env } = await open(stage);
        const other = stage.start(env);
        await openManual(other);
        await Promise.all([expectPage(program, 7), expectPage(other, 8)]);
        const third = stage.start(env);
        await openManual(third);
        await expectPage(third, 9);
        assert.equal(program.stderr + other.stderr + third.stderr, "");
      },
    },
  ],
};
