import assert from "node:assert/strict";
import manifest from "../../deno.json" with { type: "json" };
import { ErrorCode, ProtocolError } from "../../src/jsonrpc/messages.ts";
import { main } from "../../src/main.ts";
import { runtime } from "../../src/runtime/deno.ts";
import { OutputError } from "../../src/runtime/runtime.ts";
import { type MainRun, runMain } from "../kit/run_main.ts";

/** Runs the program as a person in a terminal does, or a client. */
function run(args: string[], terminal: boolean): Promise<MainRun> {
  return runMain(args, { terminal });
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
    let served = false;
    const openStdin = (): ReadableStream<Uint8Array> => {
      served = true;
      return new Blob([]).stream();
    };
    const { code, stdout, stderr } = await runMain(args, {
      machine: { openStdin },
    });
    const { version } = JSON.parse(stderr);
    assert.deepEqual([code, stdout, version], [0, "", manifest.version]);
    assert.equal(served, args.includes("--stdio"));
  }
});

Deno.test("main() shows the configuration on stdout with --json, but not to a client", async () => {
  const { code, stdout, stderr } = await run(
    ["--show-config", "--json"],
    false,
  );
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(JSON.parse(stdout).version, manifest.version);
  for (const serving of ["--stdio", "--http"]) {
    const refused = await run(["--json", "--show-config", serving], false);
    assert.deepEqual([refused.code, refused.stdout], [2, ""]);
    assert.match(refused.stderr, /Option --json cannot be given while serving/);
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
