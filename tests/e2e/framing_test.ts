import assert from "node:assert/strict";
import { frame, request } from "../kit/bytes.ts";
import { spawn } from "../kit/child_process.ts";
import { everyLaunch } from "../kit/launch.ts";
import { type Framing, MessageReader } from "../kit/message_reader.ts";

const INITIALIZE = request(1, "initialize", { protocolVersion: "2025-06-18" });
const LIST = request(2, "tools/list");
const UNICODE = request(3, "日本語");

/** The ids in an output of one framing, and of nothing else. */
function idsIn(output: string, framing: Framing): unknown[] {
  const reader = new MessageReader(framing);
  const messages = reader.read(new TextEncoder().encode(output));
  assert.equal(reader.held, 0, output);
  return messages.map(({ id }) => id);
}

for (const program of await everyLaunch()) {
  Deno.test(`program answers frames with frames only (${program.name})`, async () => {
    await using server = spawn(program);
    await server.write(frame(INITIALIZE) + frame(LIST) + frame(UNICODE));
    await server.end();
    const { code, stdout, stderr } = await server.ended();
    assert.deepEqual(idsIn(stdout, "framed").sort(), [1, 2, 3]);
    assert.deepEqual([code, stderr], [0, ""]);
  });

  Deno.test(`program answers lines with lines only (${program.name})`, async () => {
    await using server = spawn(program);
    await server.write(`${INITIALIZE}\n${LIST}\n${UNICODE}`);
    await server.end();
    const { code, stdout, stderr } = await server.ended();
    assert.deepEqual(idsIn(stdout, "lines").sort(), [1, 2, 3]);
    assert.deepEqual([code, stderr], [0, ""]);
  });

  Deno.test(`program answers frames with lines under MCP_LINE_MODE=1 (${program.name})`, async () => {
    await using server = spawn(program, { env: { MCP_LINE_MODE: "1" } });
    await server.write(frame(INITIALIZE));
    await server.end();
    const { stdout } = await server.ended();
    assert.deepEqual(stdout.slice(0, 1) + stdout.slice(-2), "{}\n");
  });

  Deno.test(`program does not start with another MCP_LINE_MODE (${program.name})`, async () => {
    await using server = spawn(program, { env: { MCP_LINE_MODE: "yes" } });
    const { code, stdout, stderr } = await server.ended();
    assert.match(stderr, /MCP_LINE_MODE is "yes", wanted 1 /);
    assert.deepEqual([code, stdout], [2, ""]);
  });

  Deno.test(`program keeps stdout for the protocol when it debugs (${program.name})`, async () => {
    const env = { DEBUG: "1", OPENAI_LOG: "debug" };
    await using server = spawn(program, { env, args: ["--stdio", "--debug"] });
    const call = { name: "answer", arguments: { query: "hello" } };
    await server.write(`${INITIALIZE}\nno json\n`);
    await server.write(request(4, "tools/call", call) + "\n");
    await server.end();
    const { stdout, stderr } = await server.ended();
    assert.deepEqual(idsIn(stdout, "lines"), [1, null, 4]);
    assert.match(stderr, /recv method=initialize/);
  });
}
