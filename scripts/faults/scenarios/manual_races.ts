import assert from "node:assert/strict";
import { expectAnswer } from "../expect.ts";
import { makeManual, MANUAL, manualEnv, openManual } from "../manual.ts";
import type { Program } from "../../../tests/kit/program.ts";
import {
  type Scenario,
  type ScenarioGroup,
  Skipped,
  type Stage,
} from "../scenario.ts";
import { pause } from "../../../tests/kit/within.ts";

const ROUNDS = 400;
const SECRET = "outside-the-root";

/** Exchanges something in a manual all the time, until it is told to stop. */
async function exchange(
  target: string,
  forms: readonly [string, string],
  until: () => boolean,
): Promise<void> {
  const [real, other] = forms;
  while (!until()) {
    for (let i = 0; i < 50; i++) {
      Deno.renameSync(target, real);
      Deno.renameSync(other, target);
      Deno.renameSync(target, other);
      Deno.renameSync(real, target);
    }
    await pause(0);
  }
}

/** Calls over and over while something is exchanged; gives what came back. */
async function whileExchanging(
  program: Program,
  paths: { target: string; forms: readonly [string, string] },
): Promise<string> {
  let over = false;
  const exchanging = exchange(paths.target, paths.forms, () => over);
  let said = "";
  try {
    for (let i = 0; i < ROUNDS; i++) {
      const args = { manual_id: MANUAL, path: "sub/page.md" };
      for (const name of ["manual_scan", "manual_toc", "manual_find"]) {
        const find = { query: "page", required_terms: ["page"] };
        const toc = { path_prefix: "sub", depth: "deep" };
        const { data } = await program.call(name, {
          manual_id: MANUAL,
          ...name === "manual_scan" && args,
          ...name === "manual_toc" && toc,
          ...name === "manual_find" && find,
        });
        said += JSON.stringify(data);
      }
    }
  } finally {
    over = true;
    await exchanging;
  }
  return said;
}

/** A manual with a directory, and its like outside. */
async function setUp(
  { dir, start }: Stage,
): Promise<{ program: Program; manual: string; outside: string }> {
  if (Deno.build.os === "windows") throw new Skipped("needs links and pipes");
  const root = await makeManual(dir, 3);
  const manual = `${root}/${MANUAL}`;
  const outside = `${dir}/outside`;
  for (const [at, text] of [[`${manual}/sub`, "inside"], [outside, SECRET]]) {
    await Deno.mkdir(`${at}`, { recursive: true });
    await Deno.writeTextFile(`${at}/page.md`, `# A page ${text}\n\n${text}\n`);
  }
  const program = start({
    ...manualEnv(root, dir),
    ORMCP_MANUALS_REFRESH_MS: "0",
  });
  await openManual(program);
  return { program, manual, outside };
}

const NOTHING: Disposable = { [Symbol.dispose]: () => undefined };

async function makePipe(path: string): Promise<Disposable> {
  const { success } = await new Deno.Command("mkfifo", { args: [path] })
    .output();
  if (!success) throw new Skipped("cannot make a named pipe");
  return NOTHING;
}

/** What is not a file, and may take the place of one. */
const SPECIAL: readonly {
  readonly what: string;
  make(path: string): Promise<Disposable>;
}[] = [
  { what: "pipe", make: makePipe },
  {
    what: "socket",
    make: (path) => Promise.resolve(Deno.listen({ transport: "unix", path })),
  },
  {
    what: "device",
    async make(path) {
      // As /dev/zero, which never ends.
      const args = [path, "c", "1", "5"];
      const { success } = await new Deno.Command("mknod", { args }).output();
      if (!success) throw new Skipped("needs root, to make a device");
      return NOTHING;
    },
  },
];

/** Somebody exchanges files while they are read. */
export const MANUAL_RACES: ScenarioGroup = {
  title: "Files are exchanged while they are read",
  scenarios: [
    {
      name: "exchanged-for-a-link",
      sees: "an error now and then, and nothing from outside the root",
      async run(stage) {
        const { program, manual, outside } = await setUp(stage);
        const target = `${manual}/sub/page.md`;
        const link = `${stage.dir}/link.md`;
        await Deno.symlink(`${outside}/page.md`, link);
        const forms = [`${stage.dir}/real.md`, link] as const;
        const said = await whileExchanging(program, { target, forms });
        assert.ok(!said.includes(SECRET), "a text from outside the root");
        await expectAnswer(program);
      },
    },
    {
      name: "directory-exchanged-for-a-link",
      sees: "the same when it is the directory of a file",
      async run(stage) {
        const { program, manual, outside } = await setUp(stage);
        const link = `${stage.dir}/link`;
        await Deno.symlink(outside, link);
        const forms = [`${stage.dir}/real`, link] as const;
        const target = `${manual}/sub`;
        const said = await whileExchanging(program, { target, forms });
        assert.ok(!said.includes(SECRET), "a text from outside the root");
        await expectAnswer(program);
      },
    },
    ...SPECIAL.map(({ what, make }): Scenario => ({
      name: `exchanged-for-a-${what}`,
      sees: "an error now and then; nothing hangs, and SIGTERM ends the server",
      async run(stage) {
        const { program, manual } = await setUp(stage);
        const special = `${stage.dir}/${what}`;
        using _ = await make(special);
        const forms = [`${stage.dir}/real.md`, special] as const;
        const target = `${manual}/sub/page.md`;
        await whileExchanging(program, { target, forms });
        await expectAnswer(program);
        program.kill("SIGTERM");
        assert.equal((await program.exit()).code, 143);
      },
    })),
    {
      name: "directory-exchanged-for-a-pipe",
      sees: "the same when it is the directory of a file, or the manual's own",
      async run(stage) {
        const { program, manual } = await setUp(stage);
        const pipe = `${stage.dir}/pipe`;
        using _ = await makePipe(pipe);
        const forms = [`${stage.dir}/real`, pipe] as const;
        for (const target of [`${manual}/sub`, manual]) {
          await whileExchanging(program, { target, forms });
        }
        await expectAnswer(program);
        program.kill("SIGTERM");
        assert.equal((await program.exit()).code, 143);
      },
    },
  ],
};
