import assert from "node:assert/strict";
import { expectAnswer, pingMuch, QUESTION } from "../expect.ts";
import { line, PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import { canRun } from "../../../tests/kit/launch.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { canInspect } from "../../../tests/kit/process_status.ts";
import { type ScenarioGroup, Skipped, type Stage } from "../scenario.ts";
import { pause, until, within } from "../../../tests/kit/within.ts";

/**
 * What a server may hold back for a client that does not read. One that reads
 * on, or goes on working, takes gigabytes.
 */
const MAX_GROWTH_MIB = 150;
const STUCK_MS = 1500;
const MAX_SENT = 60_000;
const BATCH = 100;
/** Each ping makes some 50 bytes of log, of which 256 KiB wait. */
const MUCH = 150;
/** As many as are taken from any client, though not all at work. */
const QUESTIONS = 5_000;

/** Sends until the server stops reading or enough is sent; gives the answers. */
async function sendUntilStuck(
  program: Program,
  message: (id: number) => string,
  most: number,
): Promise<Promise<unknown>[]> {
  const answers: Promise<unknown>[] = [];
  while (answers.length < Math.min(most, MAX_SENT)) {
    let text = "";
    for (let i = 0; i < BATCH; i++) {
      const id = program.nextId();
      answers.push(program.answerTo(id));
      text += message(id);
    }
    const written = program.write(text).then(() => "written");
    const won = await Promise.race([written, pause(STUCK_MS)]);
    if (won === undefined) return answers;
  }
  if (most < MAX_SENT) return answers;
  throw new Error(`The server took ${MAX_SENT} requests without being read`);
}

async function withoutReading(
  program: Program,
  message: (id: number) => string,
  most = MAX_SENT,
): Promise<string> {
  if (!canInspect()) throw new Skipped("needs /proc");
  const before = program.status().rss;
  program.stopReading();
  const answers = await sendUntilStuck(program, message, most);
  const peak = await peakOf(program);
  assert.ok(
    peak - before < MAX_GROWTH_MIB,
    `Grew from ${before} to ${peak} MiB with ${answers.length} requests`,
  );
  program.resumeReading();
  await within(90_000, "all answers", Promise.all(answers));
  return `${Math.round(peak - before)} MiB over idle`;
}

/** The most memory that a program takes until it does nothing any more. */
async function peakOf(program: Program): Promise<number> {
  let peak = 0;
  for (let quiet = 0; quiet < 4; quiet++) {
    const { rss } = program.status();
    if (rss > peak + 1) quiet = 0;
    peak = Math.max(peak, rss);
    await pause(500);
  }
  return peak;
}

/** A manual with one file of some size. */
async function manual(dir: string): Promise<string> {
  await Deno.mkdir(`${dir}/manuals/guide`, { recursive: true });
  const text = `# Guide\n\n${"All about everything. ".repeat(1000)}\n`;
  await Deno.writeTextFile(`${dir}/manuals/guide/guide.md`, text);
  return `${dir}/manuals`;
}

async function withManual({ dir, start }: Stage): Promise<Program> {
  const program = start({ MANUALS_ROOT: await manual(dir) });
  const { failed } = await program.call("manual_ls", {});
  assert.equal(failed, false);
  return program;
}

/** The client does not read, or not everything. */
export const CLIENT_OUTPUT: ScenarioGroup = {
  title: "The client does not read",
  scenarios: [
    {
      name: "stops-reading",
      alone: true,
      sees:
        "the server stops reading too and holds little memory; when the client reads on, every answer is there",
      async run({ start }) {
        const program = start();
        await program.request("tools/list");
        await withoutReading(
          program,
          (id) => line({ id, method: "tools/list" }),
        );
        await expectAnswer(program);
      },
    },
    {
      name: "stops-reading-calls",
      alone: true,
      sees: "the same when the answers come from tools",
      async run(stage) {
        const program = await withManual(stage);
        const name = "manual_scan";
        const args = { manual_id: "guide", path: "guide.md" };
        const params = { name, arguments: args };
        await withoutReading(
          program,
          (id) => line({ id, method: "tools/call", params }),
        );
        await expectAnswer(program);
      },
    },
    {
      name: "stops-reading-questions",
      alone: true,
      sees: "the same when the answers come from the API",
      async run({ start }) {
        const program = start();
        await expectAnswer(program);
        const params = { name: "answer", arguments: QUESTION };
        const measured = await withoutReading(
          program,
          (id) => line({ id, method: "tools/call", params }),
          QUESTIONS,
        );
        await expectAnswer(program);
        return measured;
      },
    },
    {
      name: "stops-reading-errors",
      alone: true,
      sees: "the same when it is errors that the client does not read",
      async run({ start }) {
        const program = start();
        await program.request("ping");
        if (!canInspect()) throw new Skipped("needs /proc");
        const before = program.status().rss;
        program.stopReading();
        const noise = "{not json\n".repeat(10_000);
        let sent = 0;
        for (; sent < 300; sent++) {
          const written = program.write(noise).then(() => true);
          if (!await Promise.race([written, pause(STUCK_MS)])) break;
        }
        assert.ok(sent < 300, "The server read on");
        const peak = program.status().rss;
        assert.ok(peak - before < MAX_GROWTH_MIB, `${before} to ${peak} MiB`);
        program.resumeReading();
        await until(
          PATIENCE_MS,
          "all errors",
          () => program.nameless.length === (sent + 1) * 10_000,
        );
        await expectAnswer(program);
      },
    },
    {
      name: "stderr-unread",
      sees:
        "ordinary answers with debug on, although nobody reads standard error",
      async run({ start }) {
        const program = start({ DEBUG: "1" }, { stderr: "unread" });
        // Each request makes some 100 bytes of log; a pipe holds 64 KiB.
        await pingMuch(program, 40);
        await expectAnswer(program);
        await program.closeInput();
        assert.equal((await program.exit()).code, 0);
      },
    },
    {
      name: "stderr-full",
      sees:
        "ordinary answers although standard error was full before the server came; whoever reads it later is told how many lines were lost; SIGTERM ends the server",
      async run(stage) {
        const pipe = await fullPipe(stage);
        await withFullStderr(startOn(stage, pipe), pipe);
      },
    },
    {
      name: "stderr-full-at-start",
      sees:
        "exit code 2 for a setting that cannot be used, although nobody can read why",
      async run(stage) {
        const pipe = await fullPipe(stage);
        const wrappers = await canRun("perl") ? [[], UNWAITING] : [[]];
        for (const wrapper of wrappers) {
          const program = startOn(stage, pipe, wrapper, ["--config", "/none"]);
          assert.equal((await program.exit()).code, 2);
        }
      },
    },
    {
      name: "stderr-full-unwaiting",
      sees: "the same when somebody has set the pipe not to wait",
      async run(stage) {
        if (!await canRun("perl")) throw new Skipped("needs perl");
        const pipe = await fullPipe(stage);
        await withFullStderr(startOn(stage, pipe, UNWAITING), pipe);
      },
    },
    {
      name: "stderr-full-shared",
      sees: "the same for two servers that share it",
      async run(stage) {
        const pipe = await fullPipe(stage);
        const [first, second] = [startOn(stage, pipe), startOn(stage, pipe)];
        await pingMuch(second, MUCH);
        await withFullStderr(first, pipe);
        await expectAnswer(second);
      },
    },
  ],
};

/** Makes a named pipe for standard error. */
async function fullPipe({ dir }: Stage): Promise<string> {
  if (Deno.build.os === "windows") throw new Skipped("needs mkfifo");
  const pipe = `${dir}/stderr`;
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  return pipe;
}

/** Starts another program with the same standard error, set not to wait. */
const UNWAITING = [
  "perl",
  "-e",
  "use Fcntl; fcntl(STDERR, F_SETFL, O_RDWR | O_NONBLOCK); exec @ARGV",
] as const;

/** Starts a server whose standard error is a pipe that is filled before. */
function startOn(
  { command, start }: Stage,
  pipe: string,
  wrapper: readonly string[] = [],
  args: readonly string[] = [],
): Program {
  // Open for reading and writing, so that filling it does not wait; whoever
  // comes second finds it full.
  const fill =
    `exec 2<>'${pipe}'; dd if=/dev/zero bs=65536 count=1 oflag=nonblock >&2 2>/dev/null; exec "$@"`;
  return start({ DEBUG: "1" }, {
    command: [
      ...["sh", "-c", fill, "sh"],
      ...[...wrapper, ...command, "--stdio", ...args],
    ],
  });
}

async function withFullStderr(program: Program, pipe: string): Promise<void> {
  await pingMuch(program, MUCH);
  await expectAnswer(program);
  const reader = await Deno.open(pipe, { read: true, write: true });
  let log = "";
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65536);
  await until(PATIENCE_MS, "the number of lost lines", async () => {
    const count = await reader.read(buffer) ?? 0;
    log += decoder.decode(buffer.subarray(0, count), { stream: true });
    return log.includes("lines lost");
  });
  reader.close();
  const [, rest = ""] = log.split(/\0(?=[^\0])/);
  const at = rest.split("\n").findIndex((text) => / lost: /.test(text));
  // A few lines were on their way before any was lost.
  assert.ok(at >= 0 && at < 20, `line ${at}`);
  program.kill("SIGTERM");
  assert.equal((await program.exit()).code, 143);
}
