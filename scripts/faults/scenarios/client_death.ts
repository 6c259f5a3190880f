import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { silence, startRawServer } from "../../../tests/kit/raw_server.ts";
import { expectBrokenPipe, QUESTION } from "../expect.ts";
import {
  canInspect,
  processStatus,
} from "../../../tests/kit/process_status.ts";
import {
  framed,
  line,
  outcomeOf,
  PATIENCE_MS,
} from "../../../tests/kit/mcp_client.ts";
import { type ScenarioGroup, Skipped, type Stage } from "../scenario.ts";
import { pause, until, within } from "../../../tests/kit/within.ts";

const CALLS = 20;
/** From the last that a server says to where it waits for its input. */
const SETTLE_MS = 500;

const CALL = {
  method: "tools/call",
  params: { name: "answer", arguments: QUESTION },
} as const;

/** Kills a client by force while its server waits for the API. */
async function killClient(
  stage: Stage,
  input: "open" | "closed",
): Promise<void> {
  if (!canInspect()) throw new Skipped("needs /proc");
  await using server = startRawServer(silence);
  const script = fileURLToPath(new URL("../doomed_client.ts", import.meta.url));
  const client = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, input, ...stage.command, "--stdio"],
    env: stage.env({ OPENAI_BASE_URL: server.baseUrl }),
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    const reader = client.stdout.getReader();
    const { value } = await within(PATIENCE_MS, "its pid", reader.read());
    const pid = Number(new TextDecoder().decode(value));
    await within(PATIENCE_MS, "the request", server.received(1));
    assert.ok(processStatus(pid), "the server runs");
    client.kill("SIGKILL");
    await until(PATIENCE_MS, "the server's end", () => !processStatus(pid));
    await within(PATIENCE_MS, "the closed connection", server.closed(1));
    await reader.cancel();
  } finally {
    await client.status;
  }
}

/** The client goes away. */
export const CLIENT_DEATH: ScenarioGroup = {
  title: "The client goes away",
  scenarios: [
    {
      name: "eof-in-a-line",
      sees: "the last line is read as if it were whole; exit code 0",
      async run({ start }) {
        const program = start();
        const answer = program.answerTo("last");
        await program.write(line({ id: "last", method: "ping" }).trimEnd());
        await program.closeInput();
        assert.deepEqual(
          (await within(PATIENCE_MS, "pong", answer)).result,
          {},
        );
        assert.equal((await program.exit()).code, 0);
      },
    },
    {
      name: "eof-in-a-frame",
      sees: "a parse error for the cut message; exit code 0",
      async run({ start }) {
        const program = start();
        await program.write(framed({ id: 1, method: "ping" }).slice(0, -9));
        await program.closeInput();
        assert.equal((await program.exit()).code, 0);
        assert.equal(program.nameless[0]?.error?.code, -32700);
      },
    },
    {
      name: "eof-in-flight",
      sees: "every call in flight is still answered; exit code 0",
      async run({ api, start }) {
        const program = start();
        api.always({ delayMs: 300 });
        const answers = await program.burst(CALLS, () => CALL);
        await program.closeInput();
        const all = await within(PATIENCE_MS, "them", Promise.all(answers));
        assert.ok(all.every((answer) => !outcomeOf(answer).failed));
        assert.equal((await program.exit()).code, 0);
      },
    },
    {
      name: "eof-in-flight-stalled",
      sees: "the calls end at their own deadline with `timeout`; exit code 0",
      async run({ api, start }) {
        const program = start({ OPENAI_API_TIMEOUT: "1500" });
        api.always({ fault: { kind: "stall", events: 2 } });
        const answer = program.answerTo(1);
        await program.write(line({ id: 1, ...CALL }));
        await program.closeInput();
        const message = await within(PATIENCE_MS, "the answer", answer);
        assert.equal(outcomeOf(message).reason, "timeout");
        assert.equal((await program.exit()).code, 0);
      },
    },
    {
      name: "broken-pipe",
      sees:
        "the server ends by itself with exit code 1 and closes its connections to the API",
      async run({ start }) {
        await using server = startRawServer(silence);
        const program = start({ OPENAI_BASE_URL: server.baseUrl });
        await program.request("ping");
        await program.write(line({ id: "call", ...CALL }));
        await within(PATIENCE_MS, "the request", server.received(1));
        program.answerTo("call");
        await expectBrokenPipe(program);
        await within(PATIENCE_MS, "the closed connection", server.closed(1));
      },
    },
    {
      name: "full-disk-as-output",
      sees: "exit code 1 when the output cannot be written",
      async run({ command, env, start }) {
        if (Deno.build.os !== "linux") throw new Skipped("needs /dev/full");
        const text = [...command, "--stdio"].map((part) => `'${part}'`);
        const program = start({}, {
          command: ["sh", "-c", `exec ${text.join(" ")} > /dev/full`],
          env: env(),
        });
        await program.write(line({ id: 1, method: "ping" }));
        assert.equal((await program.exit()).code, 1);
      },
    },
    {
      name: "orphan-held",
      sees:
        "the server ends within seconds of its parent, although a third process holds its input open",
      run: (stage) =>
        orphan(stage, async ({ input, output }) => {
          const ping = line({ id: 1, method: "ping" });
          await input.write(new TextEncoder().encode(ping));
          await within(PATIENCE_MS, "the answer", output.read());
        }),
    },
    {
      name: "orphan-silent",
      sees: "the same before its first message",
      run: (stage) => orphan(stage, () => pause(SETTLE_MS)),
    },
    {
      name: "client-killed",
      sees:
        "no server is left behind when its client is killed while a call hangs",
      run: (stage) => killClient(stage, "open"),
    },
    {
      name: "client-killed-after-eof",
      sees: "the same when the client had closed the server's input before",
      run: (stage) => killClient(stage, "closed"),
    },
  ],
};

/** What a server's parent leaves behind. */
interface Pipes {
  readonly input: Deno.FsFile;
  readonly output: ReadableStreamDefaultReader<Uint8Array>;
}

/** Kills the parent of a server whose input we hold open. */
async function orphan(
  stage: Stage,
  before: (pipes: Pipes) => Promise<unknown>,
): Promise<void> {
  if (!canInspect()) throw new Skipped("needs /proc");
  const pipe = `${stage.dir}/stdin`;
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  const input = await Deno.open(pipe, { read: true, write: true });
  const script = `"$@" < '${pipe}' & echo "pid $!" >&2; wait`;
  const parent = new Deno.Command("sh", {
    args: ["-c", script, "sh", ...stage.command, "--stdio", "--show-config"],
    env: stage.env(),
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const said = parent.stderr.getReader();
  const output = parent.stdout.getReader();
  try {
    let text = "";
    // The configuration is the last that it says before it serves.
    while (!/^pid \d+$/m.test(text) || !text.includes("}")) {
      const { value } = await within(PATIENCE_MS, "its start", said.read());
      text += new TextDecoder().decode(value);
    }
    const pid = Number(/^pid (\d+)$/m.exec(text)?.[1]);
    await before({ input, output });
    parent.kill("SIGKILL");
    await until(PATIENCE_MS, "the server's end", () => !processStatus(pid));
    await Promise.all([said.cancel(), output.cancel()]);
  } finally {
    await parent.status;
    input.close();
  }
}
