import assert from "node:assert/strict";
import { expectAnswer, pingMuch } from "../expect.ts";
import { canRun } from "../../../tests/kit/launch.ts";
import { line, PATIENCE_MS } from "../../../tests/kit/mcp_client.ts";
import { cpuSeconds } from "../../../tests/kit/process_status.ts";
import type { Program } from "../../../tests/kit/program.ts";
import { type ScenarioGroup, Skipped, type Stage } from "../scenario.ts";
import { pause, within } from "../../../tests/kit/within.ts";

const LISTS = 300;
const ROUNDS = 20;
const STUCK_MS = 1500;
const IDLE_MS = 3000;

/** Sets a stream not to wait, for whoever it is shared with too. */
const unwaiting = (stream: "STDIN" | "STDOUT"): string =>
  `use Fcntl; fcntl(${stream}, F_SETFL, fcntl(${stream}, F_GETFL, 0) | O_NONBLOCK); exec @ARGV`;

/** Makes a stream a terminal that nobody reads, as after Ctrl+S. */
const stopped = (stream: "STDERR" | "STDOUT"): string =>
  `use Fcntl;
  open(M, "+</dev/ptmx") or exit 77;
  my ($lock, $number) = (pack("i", 0), pack("i", 0));
  ioctl(M, 0x40045431, $lock) and ioctl(M, 0x80045430, $number) or exit 77;
  open(S, "+>", "/dev/pts/" . unpack("i", $number)) or exit 77;
  fcntl(M, F_SETFD, 0);
  open(${stream}, ">&S");
  exec @ARGV`;

async function startBehind(
  { command, start }: Stage,
  script: string,
): Promise<Program> {
  if (Deno.build.os !== "linux" || !await canRun("perl")) {
    throw new Skipped("needs perl on Linux");
  }
  return start({ DEBUG: "1" }, {
    command: ["perl", "-e", script, ...command, "--stdio"],
  });
}

/** Asks for the tools many times, and does not read the answers yet. */
async function askUnread(program: Program): Promise<() => Promise<void>> {
  program.stopReading();
  const ids = Array.from({ length: LISTS }, () => program.nextId());
  const answers = ids.map((id) => program.answerTo(id));
  const text = ids.map((id) => line({ id, method: "tools/list" })).join("");
  await Promise.race([program.write(text), pause(STUCK_MS)]);
  await pause(STUCK_MS);
  return async () => {
    program.resumeReading();
    await within(PATIENCE_MS, "all answers", Promise.all(answers));
  };
}

/** The standard streams are not what they usually are. */
export const STANDARD_STREAMS: ScenarioGroup = {
  title: "The standard streams are odd",
  scenarios: [
    {
      name: "output-unwaiting",
      sees:
        "each answer once and whole, although somebody has set standard output not to wait, and it was full",
      async run(stage) {
        const program = await startBehind(stage, unwaiting("STDOUT"));
        for (let i = 0; i < 3; i++) await (await askUnread(program))();
        await expectAnswer(program);
      },
    },
    {
      name: "input-unwaiting",
      alone: true,
      sees: "the same for standard input; a server that waits hardly computes",
      async run(stage) {
        const program = await startBehind(stage, unwaiting("STDIN"));
        await expectAnswer(program);
        await pause(IDLE_MS);
        const before = cpuSeconds(program.pid);
        await pause(IDLE_MS);
        const used = cpuSeconds(program.pid) - before;
        assert.ok(used < IDLE_MS / 1000 / 10, `It computed for ${used} s`);
        await expectAnswer(program);
      },
    },
    {
      name: "output-limited",
      sees:
        "the server ends, and not with code 0, when only a part of an answer can be written to a file",
      async run({ command, dir, start }) {
        if (Deno.build.os === "windows") throw new Skipped("needs ulimit");
        const limited = `ulimit -f 1; exec "$@" > '${dir}/output'`;
        const program = start({}, {
          command: ["sh", "-c", limited, "sh", ...command, "--stdio"],
        });
        await program.write(line({ id: 1, method: "tools/list" }));
        assert.notEqual((await program.exit()).code, 0);
      },
    },
    {
      name: "terminal-stopped",
      sees:
        "ordinary answers with debug on, although standard error is a terminal that somebody has stopped; SIGTERM ends the server",
      async run(stage) {
        const program = await startBehind(stage, stopped("STDERR"));
        await pingMuch(program, ROUNDS);
        await expectAnswer(program);
        program.kill("SIGTERM");
        assert.equal((await program.exit()).code, 143);
      },
    },
    {
      name: "terminal-stopped-as-output",
      sees: "SIGTERM ends the server when it is standard output",
      async run(stage) {
        const program = await startBehind(stage, stopped("STDOUT"));
        await program.write(
          line({ id: 1, method: "tools/list" }).repeat(LISTS),
        );
        await pause(STUCK_MS);
        program.kill("SIGTERM");
        assert.equal((await program.exit()).code, 143);
      },
    },
  ],
};
