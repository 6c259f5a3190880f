import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { ErrorCode, ProtocolError } from "../../src/jsonrpc/messages.ts";
import { main } from "../../src/main.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { OutputError, type Runtime } from "../../src/runtime/runtime.ts";

interface Seen {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as a person in a terminal does, or a client. */
async function run(args: string[], terminal: boolean): Promise<Seen> {
  let stdout = "";
  let stderr = "";
  const started: Runtime = {
    ...runtime,
    args,
    env: () => undefined,
    isTerminal: () => terminal,
    openStdin: () => new Blob([]).stream(),
    openStdout: () =>
      new WritableStream({
        write: (bytes) => void (stdout += new TextDecoder().decode(bytes)),
      }).getWriter(),
    writeStdout: (text) => void (stdout += text),
    writeStderr: (text) => void (stderr += text),
    openStderr: () =>
      new WritableStream({
        write: (bytes) => void (stderr += new TextDecoder().decode(bytes)),
      }).getWriter(),
    onSignal: () => () => {},
  };
  const code = await main(started);
  return { code, stdout, stderr };
}

Deno.test("main() greets whoever starts --stdio by hand, on stderr only", async () => {
  const { code, stdout, stderr } = await run(["--stdio"], true);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.match(stderr, /waiting for an MCP client.*--help/);
});

Deno.test("main() is silent when a client starts it", async () => {
  const seen = await run(["--stdio"], false);
  assert.deepEqual(seen, { code: 0, stdout: "", stderr: "" });
});

Deno.test("main() without arguments prints help in a terminal", async () => {
  const { code, stdout, stderr } = await run([], true);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^Usage:/m);
});

Deno.test("main() without arguments serves a client and says so", async () => {
  const { code, stdout, stderr } = await run([], false);
  assert.deepEqual([code, stdout], [0, ""]);
  assert.match(stderr, /serving MCP on stdin and stdout/);
});

Deno.test("main() prints the version and nothing else", async () => {
  const { stdout, stderr } = await run(["--version"], true);
  assert.deepEqual([stdout, stderr], [`${manifest.version}\n`, ""]);
});

Deno.test("main() says what is wrong with a command line, and where to look", async () => {
  const { code, stdout, stderr } = await run(["--bogus"], false);
  assert.deepEqual([code, stdout], [2, ""]);
  assert.equal(
    stderr,
    "openai-responses-mcp: Unknown option --bogus\nTry: openai-responses-mcp --help\n",
  );
});

Deno.test("main() shows the configuration on stderr, and serves only if asked to", async () => {
  for (const args of [["--show-config"], ["--show-config", "--stdio"]]) {
    let stderr = "";
    let served = false;
    const code = await main({
      ...runtime,
      args,
      env: () => undefined,
      isTerminal: () => false,
      openStdin() {
        served = true;
        return new Blob([]).stream();
      },
      writeStdout: () => assert.fail("stdout is for the protocol"),
      writeStderr: (text) => void (stderr += text),
      openStderr: () =>
        new WritableStream({
          write: (bytes) => void (stderr += new TextDecoder().decode(bytes)),
        }).getWriter(),
      onSignal: () => () => {},
    });
    const { version } = JSON.parse(stderr);
    assert.deepEqual([code, version], [0, manifest.version]);
    assert.equal(served, args.includes("--stdio"));
  }
});

Deno.test("main() writes no colours, not even to a terminal", async () => {
  for (const args of [[], ["--stdio"], ["--bogus"], ["--show-config"]]) {
    const { stdout, stderr } = await run(args, true);
    assert.ok(!(stdout + stderr).includes("\x1b"), args.join(" "));
  }
});

Deno.test("main() says in one line why its output could not be written", async () => {
  let stderr = "";
  const code = await main({
    ...runtime,
    args: ["--version"],
    writeStdout() {
      throw new OutputError(new Error("No space left on device"));
    },
    writeStderr: (text) => void (stderr += text),
  });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    "openai-responses-mcp: Cannot write the output: No space left on device\n",
  );
});

Deno.test("main() has nothing to say when nobody reads its output any more", async () => {
  let stderr = "";
  const code = await main({
    ...runtime,
    args: ["--version"],
    writeStdout() {
      throw new OutputError(new Error("EPIPE"), true);
    },
    writeStderr: (text) => void (stderr += text),
  });
  assert.deepEqual([code, stderr], [1, ""]);
});

Deno.test("main() asks to report a defect, without the key", async () => {
  let stderr = "";
  const code = await main({
    ...runtime,
    args: ["--version"],
    env: (name) => name === "OPENAI_API_KEY" ? "hunter22" : undefined,
    writeStdout() {
      throw new Error("broken by hunter22");
    },
    writeStderr: (text) => void (stderr += text),
  });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^openai-responses-mcp: internal error, please report it: Error: broken by \[redacted\]\n +at /,
  );
});

Deno.test("main() says what could not be loaded, and asks for no report", async () => {
  let stderr = "";
  const code = await main({
    ...runtime,
    args: ["--version"],
    writeStdout() {
      const { InternalError } = ErrorCode;
      throw new ProtocolError(InternalError, "Cannot load a part: no package");
    },
    writeStderr: (text) => void (stderr += text),
  });
  assert.deepEqual(
    [code, stderr],
    [1, "openai-responses-mcp: Cannot load a part: no package\n"],
  );
});
